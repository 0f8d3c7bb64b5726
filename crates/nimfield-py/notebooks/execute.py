"""Executes the tutorials and writes what their cells show into them: `python execute.py`."""

from pathlib import Path

import nbclient
import nbformat

for path in sorted(Path(__file__).parent.glob("*.ipynb")):
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    for cell in notebook.cells:
        # When it ran is nobody's concern.
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            # The picture is in the HTML.
            output.get("data", {}).pop("image/svg+xml", None)
    notebook.metadata["language_info"] = {"name": "python"}
    nbformat.write(notebook, path)
    print(path.name)
