//! Tables that Python's data libraries read without copies.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::cast::AsArray as _;
use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, DataType, Field as ArrowField, Schema};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use wilaya_engine::{Field, Kind};
use wilaya_sim::{Cells, Heading};

use crate::error::refused;

/// A column under construction.
enum Column {
    Whole(Int64Builder),
    Number(Float64Builder),
    Text(StringBuilder),
    Flag(BooleanBuilder),
}

impl Column {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Whole => Self::Whole(Int64Builder::new()),
            Kind::Number => Self::Number(Float64Builder::new()),
            Kind::Word | Kind::Text => Self::Text(StringBuilder::new()),
            Kind::Flag => Self::Flag(BooleanBuilder::new()),
        }
    }

    /// Appends a field. Numbers with a fixed number of decimals come as words.
    fn push(&mut self, field: &Field) {
        let number = || match field {
            Field::Number(number) => Some(*number),
            Field::Word(word) => word.parse().ok(),
            Field::Nothing => None,
        };
        match self {
            Self::Whole(column) => column.append_option(number().map(|number| number as i64)),
            Self::Number(column) => column.append_option(number()),
            Self::Text(column) => match field {
                Field::Nothing => column.append_null(),
                Field::Word(word) => column.append_value(word),
                Field::Number(_) => column.append_value(field.to_string()),
            },
            Self::Flag(column) => column.append_option(match field {
                Field::Word(word) => word.parse().ok(),
                Field::Number(_) | Field::Nothing => None,
            }),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Whole(mut column) => Arc::new(column.finish()),
            Self::Number(mut column) => Arc::new(column.finish()),
            Self::Text(mut column) => Arc::new(column.finish()),
            Self::Flag(mut column) => Arc::new(column.finish()),
        }
    }
}

fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Whole => DataType::Int64,
        Kind::Number => DataType::Float64,
        Kind::Word | Kind::Text => DataType::Utf8,
        Kind::Flag => DataType::Boolean,
    }
}

/// The name and metadata of a column.
struct About {
    name: String,
    kind: Kind,
    unit: String,
    help: String,
}

impl From<&Heading> for About {
    fn from(heading: &Heading) -> Self {
        let Heading { name, form, help } = heading;
        Self { name: name.to_string(), kind: form.kind, unit: form.unit.to_owned(), help: (*help).to_owned() }
    }
}

impl About {
    /// The Arrow field, with unit and meaning as metadata.
    fn arrow(&self) -> ArrowField {
        let notes = [("unit", &self.unit), ("help", &self.help)];
        let notes = notes.into_iter().filter(|(_, text)| !text.is_empty());
        let notes: HashMap<_, _> = notes.map(|(key, text)| (key.to_owned(), text.clone())).collect();
        ArrowField::new(&self.name, data_type(self.kind), true).with_metadata(notes)
    }
}

/// A table under construction.
pub struct Rows {
    about: Vec<About>,
    columns: Vec<Column>,
}

impl Rows {
    pub fn new<'a>(headings: impl IntoIterator<Item = &'a Heading>) -> Self {
        Self::of(headings.into_iter().map(About::from).collect())
    }

    fn of(about: Vec<About>) -> Self {
        let columns = about.iter().map(|column| Column::new(column.kind)).collect();
        Self { about, columns }
    }

    /// Appends a row: a field for each column.
    pub fn push(&mut self, fields: impl IntoIterator<Item = Field>) {
        self.columns.iter_mut().zip(fields).for_each(|(column, field)| column.push(&field));
    }

    pub fn finish(self) -> Result<Table, ArrowError> {
        let Self { about, columns } = self;
        let fields: Vec<_> = about.iter().map(About::arrow).collect();
        let arrays = columns.into_iter().map(Column::finish).collect();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)?;
        Ok(Table { batch, about: about.into() })
    }
}

/// A table of results in memory.
///
/// It has the Arrow PyCapsule interface, so `pyarrow.table(table)`, `polars.DataFrame(table)` and
/// `pandas.DataFrame.from_arrow(table)` read it without a copy. Types, units and meanings of its columns are those of
/// `docs/formats.md`, the same for every part of a run.
#[pyclass(frozen, module = "wilaya")]
pub struct Table {
    batch: RecordBatch,
    about: Arc<[About]>,
}

impl Table {
    pub fn of(cells: Cells) -> PyResult<Self> {
        let mut rows = Rows::new(&cells.headings);
        cells.rows.into_iter().for_each(|row| rows.push(row));
        rows.finish().map_err(refused)
    }
}

#[pymethods]
impl Table {
    /// The table as a stream of Arrow record batches. A requested schema is ignored.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The schema of the table as an Arrow schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.batch.schema()).map_err(refused)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The names of the columns, in order.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.about.iter().map(|column| column.name.as_str()).collect()
    }

    /// The units of the columns that have one, by name: `PSP`, `Elo`, `µs`.
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let units = PyDict::new(py);
        let with_unit = self.about.iter().filter(|column| !column.unit.is_empty());
        with_unit.into_iter().try_for_each(|column| units.set_item(&column.name, &column.unit))?;
        Ok(units)
    }

    /// The meaning of each column in one line, by name.
    #[getter]
    fn help<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let help = PyDict::new(py);
        self.about.iter().try_for_each(|column| help.set_item(&column.name, &column.help))?;
        Ok(help)
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("<wilaya.Table: {} rows, {} columns>", self.batch.num_rows(), self.batch.num_columns())
    }

    /// The values of a column as a list; `None` for an empty field.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        match self.about.iter().position(|column| column.name == name) {
            Some(place) => self.values(py, place),
            None => {
                let known = self.column_names().join(", ");
                Err(refused(format!("unknown column \"{name}\": the table has {known}")))
            }
        }
    }

    /// The rows as dictionaries by column name.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let rows: Vec<_> = (0..self.batch.num_rows()).map(|_| PyDict::new(py)).collect();
        for (place, column) in self.about.iter().enumerate() {
            for (row, value) in rows.iter().zip(self.values(py, place)?) {
                row.set_item(&column.name, value)?;
            }
        }
        Ok(rows)
    }

    /// A table is pickled as names, forms and values of its columns.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyList>,))> {
        let columns = PyList::empty(py);
        for (place, About { name, kind, unit, help }) in self.about.iter().enumerate() {
            columns.append((name, kind.to_string(), unit, help, self.values(py, place)?))?;
        }
        Ok((py.import("wilaya._wilaya")?.getattr("_table")?, (columns,)))
    }
}

impl Table {
    fn values<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, PyList>> {
        let array = self.batch.column(place);
        match self.about[place].kind {
            Kind::Whole => PyList::new(py, array.as_primitive::<Int64Type>().iter().collect::<Vec<_>>()),
            Kind::Number => PyList::new(py, array.as_primitive::<Float64Type>().iter().collect::<Vec<_>>()),
            Kind::Word | Kind::Text => PyList::new(py, array.as_string::<i32>().iter().collect::<Vec<_>>()),
            Kind::Flag => PyList::new(py, array.as_boolean().iter().collect::<Vec<_>>()),
        }
    }
}

/// A column of a pickled table: name, kind, unit, help, values.
type Pickled<'py> = (String, String, String, String, Vec<Option<Bound<'py, PyAny>>>);

/// Restores a pickled table.
#[pyfunction]
pub fn _table(columns: Vec<Pickled<'_>>) -> PyResult<Table> {
    const KINDS: [Kind; 5] = [Kind::Whole, Kind::Number, Kind::Word, Kind::Text, Kind::Flag];
    let (mut about, mut all) = (Vec::new(), Vec::new());
    for (name, kind, unit, help, values) in columns {
        let kind = KINDS.into_iter().find(|one| one.to_string() == kind);
        let kind = kind.ok_or_else(|| refused(format!("column \"{name}\" is of no known kind")))?;
        about.push(About { name, kind, unit, help });
        all.push(values);
    }
    let mut rows = Rows::of(about);
    for (column, values) in rows.columns.iter_mut().zip(all) {
        for value in values {
            match column {
                Column::Whole(column) => column.append_option(value.map(|one| one.extract()).transpose()?),
                Column::Number(column) => column.append_option(value.map(|one| one.extract()).transpose()?),
                Column::Text(column) => {
                    column.append_option(value.map(|one| one.extract::<String>()).transpose()?);
                }
                Column::Flag(column) => column.append_option(value.map(|one| one.extract()).transpose()?),
            }
        }
    }
    rows.finish().map_err(refused)
}
