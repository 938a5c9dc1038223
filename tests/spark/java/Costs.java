import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.libwald.spark.OptimalDecision;

/**
 * Rows that a second of the tasks' processor time decides, interleaved with reading alone. By hand:
 *
 *   spark-submit --class Costs --jars wald.jar,wald-spark.jar test.jar PARQUET
 */
public final class Costs {
  public static void main(String[] arguments) throws Exception {
    SparkSession spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false").getOrCreate();
    spark.sparkContext().setLogLevel("OFF");
    AtomicLong time = new AtomicLong();
    spark.sparkContext().addSparkListener(new SparkListener() {
      @Override
      public void onTaskEnd(SparkListenerTaskEnd end) {
        time.addAndGet(end.taskMetrics().executorCpuTime());
      }
    });
    Dataset<Row> rows = spark.read().parquet(arguments[0]);
    long count = rows.count();
    OptimalDecision stage = new OptimalDecision().setProbabilitiesCol("p").setMetric("f1");
    String[] names = {"reading alone", "with bound", "without bound"};
    for (int round = 0; round < 5; ++round) {
      for (int what = 0; what < 3; ++what) {
        Thread.sleep(300); // listeners are told a little later
        time.set(0);
        Dataset<Row> made = what == 0 ? rows : stage.setBoundCol(what == 1 ? "bound" : "").transform(rows);
        made.write().format("noop").mode("overwrite").save();
        Thread.sleep(300);
        System.out.printf("%-14s %.2f M rows a task-CPU-second%n", names[what], count * 1e3 / time.get());
      }
    }
    spark.stop();
  }
}
