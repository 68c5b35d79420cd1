from ledger.cli import main


def test_balance(tmp_path, capsys):
    path = tmp_path / "book.csv"
    path.write_text("day;account;amount;text\n2024-03-01;rent;-800;March\n")
    assert main(["--file", str(path), "balance"]) == 0
    assert "rent" in capsys.readouterr().out


def test_missing_file(capsys):
    assert main(["--file", "nowhere.csv", "balance"]) == 2
