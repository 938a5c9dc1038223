// Decides four labels for F1 with libwald.so, opened at run time: neither the header nor a C compiler is needed.
package main

import (
	"fmt"
	"runtime"

	"github.com/ebitengine/purego"
)

var (
	lastError     func() string
	metricCreate  func(name string, zeroDivision int32, out *uintptr) int32
	metricDestroy func(metric uintptr)
	decideRows    func(metric uintptr, kind int32, p *float64, of int32, rows, labels, rowStride, labelStride int64,
		options uintptr, mask *uint8, maskRowStride, maskLabelStride int64, expected *float64, decision uintptr) int32
)

func main() {
	library, err := purego.Dlopen("libwald.so.0", purego.RTLD_NOW)
	if err != nil {
		panic(err)
	}
	purego.RegisterLibFunc(&lastError, library, "wald_last_error")
	purego.RegisterLibFunc(&metricCreate, library, "wald_metric_create")
	purego.RegisterLibFunc(&metricDestroy, library, "wald_metric_destroy")
	purego.RegisterLibFunc(&decideRows, library, "wald_decide_rows")

	runtime.LockOSThread() // a message belongs to the thread whose call failed, and a goroutine may change its thread
	var metric uintptr
	if metricCreate("f1", 1, &metric) != 0 {
		panic(lastError())
	}
	defer metricDestroy(metric)
	for _, p := range [][]float64{{0.9, 0.45, 0.4, 0.1}, {0.9, 1.2}} {
		n, mask, expected := int64(len(p)), make([]uint8, len(p)), 0.0
		if decideRows(metric, 0, &p[0], 0, 1, n, n, 1, 0, &mask[0], n, 1, &expected, 0) != 0 {
			fmt.Println("error:", lastError())
			continue
		}
		fmt.Print("labels:")
		for i, chosen := range mask {
			if chosen == 1 {
				fmt.Print(" ", i)
			}
		}
		fmt.Printf("\nexpected utility: %.6f\n", expected)
	}
}
