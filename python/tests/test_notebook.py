"""The notebook and the pages show what they print.

`WILAYA_UPDATE=1 pytest tests/test_notebook.py` writes the notebook, and the pictures of the pages, anew.
"""

import base64
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[1] / "examples" / "balance.ipynb"
DOCS = Path(__file__).parents[2] / "docs"


def printed(notebook: Any) -> list[str]:
    """What the cells print. Pictures are left out: they differ with the version of the library that draws them."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output["text"] for output in outputs if output["output_type"] == "stream"]


def shown(notebook: Any, kind: str) -> list[str]:
    """The pictures of a kind."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output["data"][kind] for output in outputs if kind in output.get("data", {})]


def test_the_notebook_shows_what_it_prints() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    before = printed(notebook)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert len(shown(notebook, "image/png")) == 3
    assert len(shown(notebook, "image/svg+xml")) == 1
    if "WILAYA_UPDATE" in os.environ:
        for cell in notebook.cells:
            # When cells ran, and on which version of Python.
            cell.metadata.pop("execution", None)
        notebook.metadata["language_info"] = {"name": "python"}
        nbformat.write(notebook, NOTEBOOK)
        (DOCS / "python-impact.png").write_bytes(base64.b64decode(shown(notebook, "image/png")[-1]))
        (DOCS / "python-map.svg").write_text(shown(notebook, "image/svg+xml")[0])
    else:
        assert printed(notebook) == before, "WILAYA_UPDATE=1 pytest tests/test_notebook.py writes it anew"
        assert shown(notebook, "image/svg+xml") == [(DOCS / "python-map.svg").read_text()]


@pytest.mark.parametrize("page", ["README.md", "python/README.md"])
def test_the_first_lines_print_what_the_page_says(page: str) -> None:
    text = (DOCS.parent / page).read_text()
    code = text.split("```python\n", 1)[1].split("```", 1)[0]
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout in text
    assert "n = 1000" in done.stdout
