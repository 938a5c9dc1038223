"""wald datasets: the tables of docs/examples/datasets.tsv, byte for byte."""

import unittest

from harness import SOURCE, CommandTest

EXAMPLES = SOURCE / "docs" / "examples"


class Datasets(CommandTest):
    def rows(self):
        lines = (EXAMPLES / "datasets.tsv").read_text().splitlines()
        return [dict(zip(lines[0].split("\t"), line.split("\t"))) for line in lines[1:]]

    def test_every_table(self):
        listed = self.wald("datasets")
        for row in self.rows():
            self.assertIn(f"{row['name']} ({row['rows']} x {row['columns']}, {row['kind']})\n    {row['description']}\n"
                          f"    {row['source']}, {row['licence']}\n", listed)
            for file in (row["table"], row["truth"]):
                if file != "-":
                    text = (EXAMPLES / file).read_text()
                    self.assertEqual(self.wald("datasets", file.removesuffix(".csv")), text)
        self.wald("datasets", "yeast", "-o", "yeast")
        self.assertEqual((self.folder / "yeast").read_text(), (EXAMPLES / "yeast.csv").read_text())

    def test_an_unknown_name(self):
        self.fails(1, "wald: no table is called \"yeasts\"; did you mean yeast?\n'wald datasets' lists them.", "datasets", "yeasts")


if __name__ == "__main__":
    unittest.main()
