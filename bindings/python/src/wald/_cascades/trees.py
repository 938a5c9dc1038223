"""Additive ensembles of decision trees: what XGBoost, LightGBM, CatBoost and scikit-learn train, evaluated here."""

from __future__ import annotations

from typing import Any

from .ensemble import TreeEnsemble, TreesShape
from .from_catboost import read_catboost
from .from_files import read_model
from .from_lightgbm import read_lightgbm
from .from_onnx import read_onnx
from .from_sklearn import read_sklearn
from .from_xgboost import read_xgboost


class Trees(TreeEnsemble):
    """An additive ensemble of decision trees: its outputs are the sums of what its trees say, and a base.

    Made of a trained model by `from_xgboost`, `from_lightgbm`, `from_catboost`, `from_sklearn` or `from_onnx`, of a
    saved one by `from_model`, or tree by tree with `add`.

    Parameters
    ----------
    n_features : int
    n_outputs : int
        1, or one per class.
    leaf_width : int
        Values of a leaf: 1, added to the tree's output, or n_outputs, one added to each.
    trees_per_model : int
        This many trees in a row are one model of a cascade.
    summation : {"float64", "float32"}
        The arithmetic in which outputs add up, tree after tree from the base on.
    float_features : bool
        Whether features are cut to float before they are compared, as XGBoost and scikit-learn do.
    base : array-like of shape (n_outputs,), optional
        What sums begin with; default 0.
    feature_names : sequence of str, optional
        Data frames are then read by name.
    categories : dict of int to sequence or None, optional
        By the position of a feature its categories: in data frames a value stands for its position among them; with
        None for itself, being a whole number.

    Notes
    -----
    Functions that only read may use one ensemble from many threads together; `add` waits for them. The saved text has
    neither names nor categories; pickles have both.

    Examples
    --------
    >>> trees = Trees(1).add(split=["at_most", "leaf", "leaf"], left=[1, 0, 0], right=[2, 0, 0],
    ...                      threshold=[0.5, 0, 0], values=[0, -1, 1])
    >>> trees.evaluate([[0.2], [0.9]])
    array([-1.,  1.])
    """

    __slots__ = ()

    @classmethod
    def _of(cls, made: TreeEnsemble) -> Trees:
        trees = cls.__new__(cls)
        trees._handle, trees._gate, trees._columns = made._handle, made._gate, made._columns
        return trees

    # ---- Trees that others trained ---------------------------------------------------------------

    @classmethod
    def from_model(cls, model: Any, *, iterations: int | None = None) -> Trees:
        """The trees of a model that another library saved, without that library.

        Parameters
        ----------
        model : path, or bytes
            What XGBoost saves as JSON or UBJSON, LightGBM as text or by ``dump_model`` as JSON, CatBoost as JSON; or
            what `save` returns. Which it is follows from what it holds.
        iterations : int, optional
            Rounds of boosting to take, from the first on. Default: all.

        Raises
        ------
        UnsupportedError
            For models that these trees cannot stand for; see `from_xgboost`, `from_lightgbm` and `from_catboost`.
        FormatError
            For anything else.
        """
        return cls._of(read_model(model, iterations))

    @classmethod
    def from_xgboost(cls, model: Any, *, iterations: int | None = None) -> Trees:
        """The trees of an XGBoost model, whose margins (``output_margin=True``) these are, to the bit; of ``dart`` to
        the last digit of a float.

        Parameters
        ----------
        model : Booster, XGBClassifier, XGBRegressor ..., or the path or the bytes of a model saved as JSON or UBJSON
            Boosters ``gbtree`` and ``dart``, of any objective of the library; XGBoost 1.6 and later.
        iterations : int, optional
            Rounds of boosting to take. Default: as the model's own ``predict`` does, which is up to the best iteration
            for a scikit-learn model that stopped early, and all for a Booster.

        Raises
        ------
        UnsupportedError
            For linear boosters, for unknown objectives, where another number than NaN stands for missing, for a base
            score whose margin is infinite, and for words beyond ASCII, which XGBoost cuts when it saves them.

        Notes
        -----
        A model of the cascade is one tree, or one tree per class. Base scores that differ by class are added to the
        leaves of the first trees, where the library's own sums begin. Where XGBoost takes the logarithm of a base score
        it may round its last bit otherwise, by 1e-7 or less. A category that is no whole number counts as that below
        it, as LightGBM has it.
        """
        return cls._of(read_xgboost(model, iterations))

    @classmethod
    def from_lightgbm(cls, model: Any, *, iterations: int | None = None) -> Trees:
        """The trees of a LightGBM model, whose raw scores (``raw_score=True``) these are, to the bit.

        Parameters
        ----------
        model : Booster, LGBMClassifier, LGBMRegressor ..., what ``dump_model`` gave, or a model's path or bytes
        iterations : int, optional
            Rounds of boosting to take. Default: as the model's own ``predict`` does, up to the best iteration where
            there is one.

        Raises
        ------
        UnsupportedError
            For trees with linear models in their leaves, and for categories of 2**24 and more.
        """
        return cls._of(read_lightgbm(model, iterations))

    @classmethod
    def from_catboost(cls, model: Any, *, iterations: int | None = None) -> Trees:
        """The trees of a CatBoost model, whose raw values (``prediction_type="RawFormulaVal"``) these are, except for
        rounding: CatBoost adds its bias, and multiplies by its scale, at the end, and sums here begin with the bias.

        Parameters
        ----------
        model : CatBoost, CatBoostClassifier, CatBoostRegressor ..., or the path or the bytes of one saved as JSON
            Of any way to grow, on numeric features.
        iterations : int, optional
            Trees to take, from the first on. Default: all.

        Raises
        ------
        UnsupportedError
            For categorical features, texts and embeddings, by their names.
        """
        return cls._of(read_catboost(model, iterations))

    @classmethod
    def from_sklearn(cls, model: Any, *, sums: bool = False) -> Trees:
        """The trees of a fitted scikit-learn model.

        Parameters
        ----------
        model : decision tree, extra tree, random forest, extra trees, gradient boosting or histogram gradient boosting
            A classifier or a regressor. Outputs of boosted models are those of ``decision_function``, before the link
            (the logarithm of what ``predict`` gives for ``poisson`` and ``gamma``). Outputs of other classifiers are
            probabilities: of two classes that of ``classes_[1]``, else one per class.
        sums : bool
            Of forests: the sums over trees, not the means. These are whole numbers where leaves are pure, so that ties
            are ties; what a cascade is best fitted to.

        Raises
        ------
        UnsupportedError
            For other models, several targets of a classifier, and an ``init`` that is a model of its own.

        Notes
        -----
        Histogram gradient boosting documents no attribute that has its trees; they are read from private ones, and
        compared with what the model itself says. Of its categories whole numbers are taken; another number counts as
        the whole one below it.
        """
        return cls._of(read_sklearn(model, sums))

    @classmethod
    def from_onnx(cls, model: Any) -> Trees:
        """The trees of an ONNX graph: its sums before ``post_transform``, except for rounding: a runtime adds
        ``base_values`` at the end, and sums here begin with them. Without them they are equal to the bit to what
        ONNX Runtime adds up on one thread.

        Parameters
        ----------
        model : path, bytes or ModelProto
            With one node TreeEnsembleClassifier, TreeEnsembleRegressor or TreeEnsemble (ai.onnx.ml 1 to 5). Needs the
            package onnx.

        Raises
        ------
        UnsupportedError
            By name for what changes features before the trees (Scaler, Imputer ...; types and the choice of columns
            may change), for several such nodes, for ``MIN`` and ``MAX``, and for splits by equality and membership on
            features that are not whole numbers.

        Notes
        -----
        Features are the columns of the graph's input, or those of several inputs in the graph's order, by their names
        where each has one column. They are cut to float where the graph has them as floats; sums are taken in float, or
        in double where features or weights are, where trees are averaged, and where the graph multiplies sums by
        constants or adds some, which is taken along. Of two classes the one output is the score of the second, where
        leaves have numbers for one of them alone; else outputs are one per class. Whatever follows (links, labels,
        ZipMap) is left out.
        """
        return cls._of(read_onnx(model))


__all__ = ["Trees", "TreesShape"]
