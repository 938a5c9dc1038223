package org.libwald;

import java.io.InvalidObjectException;
import java.io.ObjectStreamException;
import java.io.Serializable;

/** What serialization writes instead of an object: its kind, and what it is saved as. */
final class SavedBytes implements Serializable {
  private static final long serialVersionUID = 1;

  private final String kind;
  private final byte[] state;

  SavedBytes(String kind, byte[] state) {
    this.kind = kind;
    this.state = state;
  }

  private Object readResolve() throws ObjectStreamException {
    if (kind == null || state == null) {
      throw new InvalidObjectException("an object of org.libwald lacks its kind or its state");
    }
    return switch (kind) {
      case "Metric" -> Metric.load(state);
      // rows: saved
      case "Estimator" -> Estimator.load(state);
      case "TablePass" -> TablePass.fromBytes(state);
      case "Sample" -> Sample.load(state);
      case "ThresholdPass" -> ThresholdPass.fromBytes(state);
      case "Cascade" -> Cascade.load(state);
      case "Trees" -> Trees.load(state);
      case "Learner" -> Learner.load(state);
      case "Calibration" -> Calibration.load(state);
      case "Stages" -> Stages.load(state);
      case "Route" -> Route.load(state);
      case "Promise" -> Promise.load(state);
      // end of rows
      default -> throw new InvalidObjectException("\"" + kind + "\" is nothing that org.libwald saves");
    };
  }
}
