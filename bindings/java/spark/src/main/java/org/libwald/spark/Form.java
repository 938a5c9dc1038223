package org.libwald.spark;

import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** What has a threshold: all rows, each label, or each segment. */
enum Form {
  ONE,
  LABELS,
  SEGMENTS;

  static Form of(StructType schema, ThresholdTuner tuner) {
    DataType score = Frames.typeOf(schema, "scoreCol", tuner.getScoreCol());
    boolean several = Frames.isVector(score) || score instanceof ArrayType;
    boolean segments = !tuner.getSegmentCol().isEmpty();
    if (several && segments) {
      throw new IllegalArgumentException("segmentCol is \"" + tuner.getSegmentCol()
          + "\": scoreCol holds arrays, whose labels have thresholds of their own");
    }
    return several ? LABELS : segments ? SEGMENTS : ONE;
  }

  void check(StructType schema, ThresholdTuner tuner) {
    if (this == LABELS) {
      Frames.checkLists(schema, "scoreCol", tuner.getScoreCol());
      Frames.checkLists(schema, "labelCol", tuner.getLabelCol());
    } else {
      Frames.checkNumbers(schema, "scoreCol", tuner.getScoreCol());
      Frames.checkNumbers(schema, "labelCol", tuner.getLabelCol());
    }
    if (!tuner.getWeightCol().isEmpty()) {
      Frames.checkNumbers(schema, "weightCol", tuner.getWeightCol());
    }
    if (this == SEGMENTS) {
      Frames.typeOf(schema, "segmentCol", tuner.getSegmentCol());
    }
  }

  DataType prediction() {
    return this == LABELS ? Frames.positions() : DataTypes.BooleanType;
  }

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
