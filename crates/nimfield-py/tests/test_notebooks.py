"""The tutorials run from their first cell to the last, and show what they say they show."""

import pytest

from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "crates/nimfield-py/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_tutorials_run(path, tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    written = [shown(cell) for cell in notebook.cells if cell.cell_type == "code"]
    client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    ran = [shown(cell) for cell in notebook.cells if cell.cell_type == "code"]
    # What stands in the file is what comes out.
    assert ran == written
    assert any("text/html" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", []))


def shown(cell):
    """What a cell prints and shows as text."""
    texts = []
    for output in cell.outputs:
        texts.append(output.get("text") or output.get("data", {}).get("text/plain", ""))
    return "".join(texts)


def test_there_is_one_for_each_kind_of_person():
    assert [path.stem for path in NOTEBOOKS] == ["programmer", "researcher", "teacher"]
