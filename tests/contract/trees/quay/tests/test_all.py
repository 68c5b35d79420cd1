from src.boat import moor


def test_moored():
    assert moor("Elsa") == "Elsa is moored"
