// Chooses a threshold with cgo and the library's header. Checked by the test unbound-cgo: go vet, gofmt, and a run.
package main

// #cgo LDFLAGS: -lwald
// #include <stdlib.h>
// #include <wald.h>
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"unsafe"
)

// The error of a call. Its message belongs to the thread of the call, which main therefore keeps.
func check(status C.wald_status) error {
	if status == C.WALD_OK {
		return nil
	}
	return errors.New(C.GoString(C.wald_last_error()))
}

// A vector for the library. The struct holds a pointer to memory of Go, which C may only be given pinned.
func vector[T uint8 | float64](pinner *runtime.Pinner, values []T, kind C.wald_type) *C.wald_array {
	pinner.Pin(&values[0])
	return &C.wald_array{size: C.int64_t(unsafe.Sizeof(C.wald_array{})), data: unsafe.Pointer(&values[0]),
		rows: C.int64_t(len(values)), columns: 1, row_stride: 1, column_stride: 1, _type: kind}
}

func choose(truth []uint8, scores []float64, option string, value float64) error {
	var pinner runtime.Pinner
	defer pinner.Unpin() // the library keeps no pointer after the call
	family, name := C.CString("thresholds"), C.CString(option)
	defer C.free(unsafe.Pointer(family))
	defer C.free(unsafe.Pointer(name))

	var options *C.wald_options
	if err := check(C.wald_options_create(family, &options)); err != nil {
		return err
	}
	defer C.wald_destroy(unsafe.Pointer(options))
	if err := check(C.wald_options_set_number(options, name, C.double(value))); err != nil {
		return err
	}
	var chosen *C.wald_thresholds
	if err := check(C.wald_thresholds_choose(vector(&pinner, truth, C.WALD_UINT8), vector(&pinner, scores, C.WALD_FLOAT64),
		nil, nil, C.WALD_RULE_OR, options, &chosen)); err != nil {
		return err
	}
	defer C.wald_destroy(unsafe.Pointer(chosen))
	var threshold, tp C.double
	var needed C.int64_t
	if err := check(C.wald_numbers(unsafe.Pointer(chosen), C.WALD_THRESHOLDS_THRESHOLDS, 0, &threshold, 1, &needed)); err != nil {
		return err
	}
	if err := check(C.wald_number(unsafe.Pointer(chosen), C.WALD_THRESHOLDS_TP, 0, &tp)); err != nil {
		return err
	}
	fmt.Printf("threshold %g, true positives %g\n", threshold, tp)
	return nil
}

func main() {
	runtime.LockOSThread()
	truth, scores := []uint8{1, 1, 0, 1, 0, 0, 1, 0}, []float64{0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2}
	for _, option := range []string{"max_fp", "max_fq"} {
		if err := choose(truth, scores, option, 1); err != nil {
			message, _, _ := strings.Cut(err.Error(), " It must be one of ")
			fmt.Println("error:", message)
		}
	}
}
