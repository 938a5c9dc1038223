/* Views of arrays for one call, from C and from C++. What is read only may be const: the library does not write to it.
 */
#ifndef WALD_TEST_ARRAYS_H
#define WALD_TEST_ARRAYS_H

#include "wald.h"

#ifdef __cplusplus

struct Array : wald_array {
  Array(const void *of, wald_type type_, int64_t rows_, int64_t columns_, int64_t row_stride_, int64_t column_stride_)
      : wald_array{sizeof(wald_array), const_cast<void *>(of), rows_, columns_, row_stride_, column_stride_, type_} {}
  operator const wald_array *() const { return this; }
};
struct Sparse : wald_sparse {
  Sparse(const void *indptr_, const void *indices_, wald_type index_type_, const void *values_, wald_type type_,
         int64_t rows_, int64_t columns_)
      : wald_sparse{sizeof(wald_sparse), indptr_, indices_, values_, rows_, columns_, index_type_, type_} {}
  operator const wald_sparse *() const { return this; }
};
struct Tree : wald_tree {
  template <class... Rest>
  Tree(int64_t output_, int64_t n_nodes_, Rest... rest) : wald_tree{sizeof(wald_tree), output_, n_nodes_, rest...} {}
  operator const wald_tree *() const { return this; }
};
struct TableView : wald_table {
  TableView(const wald_array *dense_, const wald_sparse *sparse_) : wald_table{sizeof(wald_table), dense_, sparse_} {}
  operator const wald_table *() const { return this; }
};
struct Shape : wald_trees_shape {
  Shape(int64_t features, int64_t outputs, int64_t width, int64_t per_model, wald_type summation_, int32_t floats)
      : wald_trees_shape{sizeof(wald_trees_shape), features, outputs, width, per_model, summation_, floats} {}
  operator const wald_trees_shape *() const { return this; }
};
struct StageRows : wald_stage_rows {
  template <class... Arrays>
  StageRows(Arrays... arrays) : wald_stage_rows{sizeof(wald_stage_rows), arrays...} {}
  operator const wald_stage_rows *() const { return this; }
};
struct ReportInput : wald_report_input {
  ReportInput(const wald_array *compared_, const wald_array *weights_, const wald_array *groups_,
              const char *const *names_)
      : wald_report_input{sizeof(wald_report_input), compared_, weights_, groups_, names_} {}
  operator const wald_report_input *() const { return this; }
};
struct Known : wald_known {
  Known(const wald_estimator *estimator_, const wald_array *probabilities_)
      : wald_known{sizeof(wald_known), estimator_, probabilities_, WALD_INDEPENDENT} {}
  operator const wald_known *() const { return this; }
};
struct RowsView : wald_rows {
  RowsView(const wald_array *weights_, const wald_array *groups_) : wald_rows{sizeof(wald_rows), weights_, groups_} {}
  operator const wald_rows *() const { return this; }
};
#define ARRAY Array
#define SPARSE Sparse
#define DENSE(array) TableView(array, nullptr)
#define COMPRESSED(sparse) TableView(nullptr, sparse)
#define OF_LABELS(estimator) Known(estimator, nullptr)
#define OF_TABLE(array) Known(nullptr, array)
#define ROWS_VIEW RowsView
#define TREE Tree
#define SHAPE Shape
#define STAGE_ROWS StageRows
#define REPORT_INPUT ReportInput

#else

#define ARRAY WALD_ARRAY
#define SPARSE(indptr, indices, index_type, values, type, rows, columns) \
  (&(const wald_sparse){sizeof(wald_sparse), indptr, indices, values, rows, columns, index_type, type})
#define DENSE WALD_DENSE
#define COMPRESSED WALD_SPARSE
#define OF_LABELS(estimator) (&(const wald_known){sizeof(wald_known), estimator, NULL, WALD_INDEPENDENT})
#define OF_TABLE(array) (&(const wald_known){sizeof(wald_known), NULL, array, WALD_INDEPENDENT})
#define ROWS_VIEW WALD_ROWS
/* output, n_nodes, split, missing, feature, left, right, threshold, category_begin, categories, values */
#define TREE(...) (&(const wald_tree){sizeof(wald_tree), __VA_ARGS__})
/* n_features, n_outputs, leaf_width, trees_per_model, summation, float_features */
#define SHAPE(...) (&(const wald_trees_shape){sizeof(wald_trees_shape), __VA_ARGS__})
/* .confidences = ... and what else there is */
#define STAGE_ROWS(...) (&(const wald_stage_rows){.size = sizeof(wald_stage_rows), __VA_ARGS__})
#define REPORT_INPUT(...) (&(const wald_report_input){.size = sizeof(wald_report_input), __VA_ARGS__})

#endif

/* Vectors of n. */
#define VECTOR(data, type, n, stride) ARRAY(data, type, n, 1, stride, 1)
#define DOUBLES(data, n) VECTOR(data, WALD_FLOAT64, n, 1)
#define FLOATS(data, n) VECTOR(data, WALD_FLOAT32, n, 1)
#define INTEGERS(data, n) VECTOR(data, WALD_INT64, n, 1)
#define BYTES(data, n) VECTOR(data, WALD_UINT8, n, 1)
/* Tables without gaps, row by row: of doubles, and of zeros and ones. */
#define TABLE(data, rows, columns) ARRAY(data, WALD_FLOAT64, rows, columns, columns, 1)
#define MASK(data, rows, columns) ARRAY(data, WALD_UINT8, rows, columns, columns, 1)

/* wald_dataset_set with one of its arguments. */
#define SET_LABELS(dataset, labels) wald_dataset_set(dataset, labels, NULL, 0, NULL, NULL, NULL)
#define SET_CLASSES(dataset, classes, n_classes) wald_dataset_set(dataset, NULL, classes, n_classes, NULL, NULL, NULL)
#define SET_WEIGHTS(dataset, weights) wald_dataset_set(dataset, NULL, NULL, 0, weights, NULL, NULL)
#define SET_GROUPS(dataset, groups) wald_dataset_set(dataset, NULL, NULL, 0, NULL, groups, NULL)
#define SET_MARGINALS(dataset, marginals) wald_dataset_set(dataset, NULL, NULL, 0, NULL, NULL, marginals)

#endif
