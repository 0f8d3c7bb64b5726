//! The limits of a call, as its arguments give them.

use std::sync::LazyLock;
use std::time::Duration;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Asking the system takes several file reads.
static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// The limits of a call, as its arguments give them.
pub struct Limits {
    pub time: Option<Duration>,
    pub memory: u64,
    pub positions: Option<u64>,
    pub threads: usize,
    pub progress: Option<Py<PyAny>>,
    pub calls_back: bool,
}

/// A time in seconds; `None` or an infinite one means no limit.
pub struct Time(Option<Duration>);

impl Default for Time {
    /// One minute, as on the command line.
    fn default() -> Time {
        Time(Some(Duration::from_secs(60)))
    }
}

impl FromPyObject<'_, '_> for Time {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Time> {
        if object.is_none() {
            return Ok(Time(None));
        }
        let seconds: f64 = match object.extract() {
            Ok(seconds) => seconds,
            Err(_) => {
                let of_delta = object.call_method0("total_seconds");
                let wrong =
                    |_| PyTypeError::new_err("time is a number of seconds, a timedelta or None");
                of_delta.map_err(wrong)?.extract()?
            }
        };
        if seconds.is_nan() || seconds < 0.0 {
            return Err(PyValueError::new_err(
                "time is a number of seconds, at least 0",
            ));
        }
        // Past what a duration can hold there is no limit.
        Ok(Time(Duration::try_from_secs_f64(seconds).ok()))
    }
}

/// Bytes: a number, or a text such as `"2GiB"`.
pub struct Memory(u64);

impl Default for Memory {
    /// 2 GiB, as on the command line.
    fn default() -> Memory {
        Memory(2 << 30)
    }
}

impl FromPyObject<'_, '_> for Memory {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Memory> {
        if object.is_none() {
            return Ok(Memory(u64::MAX));
        }
        if let Ok(bytes) = object.extract::<u64>() {
            return Ok(Memory(bytes));
        }
        let wrong = || {
            PyValueError::new_err(
                "memory is a number of bytes, a text such as \"500MB\" or \"2GiB\", or None",
            )
        };
        let text: String = object.extract().map_err(|_| wrong())?;
        let text = text.trim().to_ascii_lowercase();
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (number, unit) = text.split_at(end.unwrap_or(text.len()));
        let unit: f64 = match unit.trim() {
            "" | "b" => 1.0,
            "k" | "kb" => 1e3,
            "m" | "mb" => 1e6,
            "g" | "gb" => 1e9,
            "t" | "tb" => 1e12,
            "ki" | "kib" => 1024.0,
            "mi" | "mib" => 1_048_576.0,
            "gi" | "gib" => 1_073_741_824.0,
            "ti" | "tib" => 1_099_511_627_776.0,
            _ => return Err(wrong()),
        };
        let number: f64 = number.parse().map_err(|_| wrong())?;
        Ok(Memory((number * unit) as u64))
    }
}

/// An argument by its name; an error of its type says which it is, as those of other arguments do.
fn argument<'py, T: FromPyObjectOwned<'py>>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<T> {
    value.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        let py = value.py();
        match error.get_type(py).is(py.get_type::<PyTypeError>()) {
            true => PyTypeError::new_err(format!("argument '{name}': {}", error.value(py))),
            false => error,
        }
    })
}

/// Positions or threads: a number from 1 on, or `None`.
fn positive(number: Option<u64>, what: &str) -> PyResult<Option<u64>> {
    match number {
        Some(0) => Err(PyValueError::new_err(format!("{what} is at least 1"))),
        number => Ok(number),
    }
}

/// The function to call with progress: bars of tqdm have one made for them in `nimfield/_progress.py`.
fn callback(progress: Py<PyAny>) -> PyResult<Option<Py<PyAny>>> {
    Python::attach(|py| {
        let module = py.import("nimfield._progress")?;
        let callback = module.call_method1("callback", (progress,))?;
        Ok((!callback.is_none()).then(|| callback.unbind()))
    })
}

/// The arguments of a call that say what it may use, in the order in which Python hands them on.
type Arguments = (Time, Memory, Option<u64>, Option<u64>, Option<Py<PyAny>>);

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Time::default().0,
            memory: Memory::default().0,
            positions: None,
            threads: *PROCESSORS,
            progress: None,
            calls_back: false,
        }
    }
}

impl FromPyObject<'_, '_> for Limits {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Limits> {
        Limits::new(object.extract()?)
    }
}

impl Limits {
    fn new((time, memory, positions, threads, progress): Arguments) -> PyResult<Limits> {
        let threads = positive(threads, "threads")?;
        let progress = progress.map(callback).transpose()?.flatten();
        Ok(Limits {
            time: time.0,
            memory: memory.0,
            positions: positive(positions, "positions")?,
            threads: threads.map_or(*PROCESSORS, |threads| threads.min(1024) as usize),
            progress,
            calls_back: false,
        })
    }

    /// From the keyword arguments of a method that are left over for it.
    pub fn of(method: &str, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Limits> {
        let mut arguments = Arguments::default();
        for (name, value) in keywords.into_iter().flatten() {
            let name: String = name.extract()?;
            let (time, memory, positions, threads, progress) = &mut arguments;
            match name.as_str() {
                "time" => *time = argument(&name, &value)?,
                "memory" => *memory = argument(&name, &value)?,
                "positions" => *positions = argument(&name, &value)?,
                "threads" => *threads = argument(&name, &value)?,
                "progress" => *progress = argument(&name, &value)?,
                _ => {
                    return Err(PyTypeError::new_err(format!(
                        "{method}() got an unexpected keyword argument '{name}'"
                    )));
                }
            }
        }
        Limits::new(arguments)
    }

    /// For work that asks Python again and again: one thread, as only one at a time could ask.
    pub fn calling_back(mut self, calls_back: bool) -> Limits {
        self.calls_back = calls_back;
        if calls_back {
            self.threads = 1;
        }
        self
    }

    /// The bytes allowed.
    pub fn bytes(&self) -> u64 {
        self.memory
    }
}
