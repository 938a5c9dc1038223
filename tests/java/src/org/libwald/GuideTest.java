package org.libwald;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import org.junit.jupiter.api.Test;

/**
 * docs/languages/java.md, docs/start/java.md, docs/guides/xgboost-to-java.md and the Java of docs/guides/learners.md,
 * docs/languages/serving.md and README.md: the java blocks of each are run, line after line as one session of JShell, and a text block directly
 * after one is what it prints. With -Dwald.guide.write=true what was printed is put into the guide, to be read with
 * git diff.
 */
class GuideTest {
  private static final Path GUIDE = Cases.SOURCE.resolve("docs/languages/java.md");
  private static final Path XGBOOST_GUIDE = Cases.SOURCE.resolve("docs/guides/xgboost-to-java.md");
  private static final Path LEARNERS = Cases.SOURCE.resolve("docs/guides/learners.md");
  private static final Path START = Cases.SOURCE.resolve("docs/start/java.md");
  private static final Path SERVING = Cases.SOURCE.resolve("docs/languages/serving.md");
  private static final Path README = Cases.SOURCE.resolve("README.md");

  /** What the README has of the reader: a model, here one that returns the probabilities of docs/start, and the truth. */
  private static final String THEIRS = """
      org.libwald.Example shipped = org.libwald.Datasets.load("digit_labels");
      class Model {
        double[][] predictProba(org.libwald.Table x) { return x.toArray(); }
      }
      Model model = new Model();
      org.libwald.Table xTest = shipped.table();
      org.libwald.Mask yTest = shipped.truth().get();
      """;
  private static final Pattern BLOCK =
      Pattern.compile("```java\\n(.*?)```\\n(?:(\\n```text\\n)(.*?)```\\n)?", Pattern.DOTALL);

  /** What the jshell of a terminal imports at its start. */
  private static final List<String> IMPORTED =
      List.of("java.io", "java.math", "java.net", "java.nio.file", "java.util", "java.util.concurrent", "java.util.function",
          "java.util.prefs", "java.util.regex", "java.util.stream");

  @Test
  void theGuideDoesWhatItSays() throws IOException {
    Path answers = Cases.SOURCE.resolve("docs/examples/digits_stages.jsonl");
    Files.copy(answers, Path.of("digits_stages.jsonl"), StandardCopyOption.REPLACE_EXISTING);
    doesWhatItSays(GUIDE, 10);
  }

  /** On the files that Python saved, which lie where the guide looks for them. */
  @Test
  void theXgboostGuideDoesWhatItSays() throws IOException {
    for (String name : List.of("income.trees.json", "income.cascade.json", "income.rows.jsonl")) {
      Files.copy(CascadeServiceTest.FOLDER.resolve(name), Path.of(name), StandardCopyOption.REPLACE_EXISTING);
    }
    doesWhatItSays(XGBOOST_GUIDE, 3);
  }

  /** Likewise. */
  @Test
  void thePageOfLearnersDoesWhatItSays() throws IOException {
    for (String name : List.of("digits.learner.json", "digits.rows.csv", "digits.marginals.csv")) {
      Path saved = Cases.SOURCE.resolve("docs/examples/own_model").resolve(name);
      Files.copy(saved, Path.of(name), StandardCopyOption.REPLACE_EXISTING);
    }
    doesWhatItSays(LEARNERS, 0);
  }

  @Test
  void thePageOfServicesDoesWhatItSays() throws IOException {
    doesWhatItSays(SERVING, 1);
  }

  @Test
  void theFirstPageAndTheReadmeDoWhatTheySay() throws IOException {
    doesWhatItSays(START, 2);
    doesWhatItSays(README, 0, THEIRS);
  }

  @Test
  void theXgboostGuideShowsThePythonThatIsRun() throws IOException {
    Pattern shown = Pattern.compile("# ---- shown in the guide ----\\n(.*?)# ---- up to here ----\\n", Pattern.DOTALL);
    Matcher program = shown.matcher(CascadeServiceTest.read("train.py"));
    assertTrue(program.find());
    assertTrue(Files.readString(XGBOOST_GUIDE).contains("```python\n" + program.group(1) + "```\n"));
  }

  private static void doesWhatItSays(Path path, int least) throws IOException {
    doesWhatItSays(path, least, "");
  }

  private static void doesWhatItSays(Path path, int least, String before) throws IOException {
    String guide = Files.readString(path);
    StringBuilder written = new StringBuilder();
    List<String> wrong = new ArrayList<>();
    int blocks = 0;
    PrintStream console = System.out;
    try (JShell shell = JShell.builder().executionEngine("local").build()) {
      IMPORTED.forEach(name -> eval(shell, "import " + name + ".*;", wrong));
      shell.addToClasspath(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
      run(shell, before, wrong);
      Matcher block = BLOCK.matcher(guide);
      while (block.find()) {
        ++blocks;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
          run(shell, block.group(1), wrong);
        } finally {
          System.setOut(console);
        }
        String got = printed.toString(StandardCharsets.UTF_8);
        String said = block.group(3) == null ? "" : block.group(3);
        if (!got.equals(said)) {
          wrong.add("prints\n" + got + "and not\n" + said + "for\n" + block.group(1));
        }
        String text = got.isEmpty() ? "" : "\n```text\n" + got + "```\n";
        block.appendReplacement(written, Matcher.quoteReplacement("```java\n" + block.group(1) + "```\n" + text));
      }
      block.appendTail(written);
    }
    if (Boolean.getBoolean("wald.guide.write")) {
      Files.writeString(path, written);
    }
    assertTrue(blocks > least, blocks + " blocks");
    assertEquals("", String.join("\n", wrong));
  }

  /** Line after line, as the jshell of a terminal takes what is pasted: a line that is complete is run at once. */
  private static void run(JShell shell, String code, List<String> wrong) {
    String pending = "";
    for (String line : code.split("\n")) {
      pending += line + "\n";
      while (!pending.isBlank()) {
        SourceCodeAnalysis.CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(pending);
        if (!next.completeness().isComplete()) {
          break;
        }
        eval(shell, next.source(), wrong);
        pending = next.remaining();
      }
    }
    if (!pending.isBlank()) {
      wrong.add("is incomplete: " + pending);
    }
  }

  private static void eval(JShell shell, String source, List<String> wrong) {
    for (SnippetEvent event : shell.eval(source)) {
      if (event.exception() != null) {
        wrong.add("throws " + event.exception() + ": " + source);
      } else if (event.status() == Snippet.Status.REJECTED) {
        shell.diagnostics(event.snippet()).forEach(one -> wrong.add(one.getMessage(null) + ": " + source));
      }
    }
  }

  @Test
  void theCommandsOfTheGuideAreThere() throws IOException {
    String guide = Files.readString(GUIDE) + Files.readString(XGBOOST_GUIDE);
    List<String> words =
        List.of("wald-jar", Loader.LIBRARY, Loader.FOLDER, Loader.FOLDER_VARIABLE, "DecisionService.java",
            "CascadeService.java", "CascadeLoad.java", "LearnerService.java", "LearnerSpeed.java", "learner_speed.c");
    for (String word : words) {
      assertTrue(guide.contains(word), word);
    }
    Matcher release = Pattern.compile("(?:wald-|-Dversion=|<version>)(\\d+\\.\\d+\\.\\d+)").matcher(guide);
    while (release.find()) {
      assertEquals(Wald.version(), release.group(1));
    }
  }
}
