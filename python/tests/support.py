"""What several tests share."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import wilaya

PROGRAM = Path(sys.executable).parent / "wilaya"


def program(*words: str | Path) -> str:
    """What the program prints."""
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


def files(folder: Path, *but: str) -> dict[str, str]:
    """The files below a folder with their hashes."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.name not in but]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def same_cells(table: wilaya.Table, path: Path) -> bool:
    """Whether a table has the cells of a file of the program."""
    arrow = pa.table(table)
    types = {field.name: field.type for field in arrow.schema}
    convert = pyarrow.csv.ConvertOptions(column_types=types, strings_can_be_null=True)
    read = pyarrow.csv.read_csv(path, convert_options=convert)
    return bool(arrow.replace_schema_metadata(None).equals(read.cast(arrow.schema)))
