//! Two-dimensional nim and its relatives: rules, theory, search and tables.
