"""What every part needs: the library, its table and rows, errors, arrays, options, metrics."""
