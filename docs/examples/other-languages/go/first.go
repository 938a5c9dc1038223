// Decides four labels for F1 with libwald.so, opened at run time: neither the header nor a C compiler is needed.
package main

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"
)

var (
	lastError    func() string
	metricCreate func(name string, zeroDivision int32, out *uintptr) int32
	destroy      func(metric uintptr)
	decideRows   func(metric uintptr, kind int32, p *array, options uintptr, mask *array, expected *float64,
		decision uintptr) int32
)

// wald_array of the header: memory of ours. Strides count elements.
type array struct {
	size                                   int64
	data                                   unsafe.Pointer
	rows, columns, rowStride, columnStride int64
	of                                     int32
}

const float64s, uint8s = 0, 4

func row(data unsafe.Pointer, n int, of int32) *array {
	return &array{int64(unsafe.Sizeof(array{})), data, 1, int64(n), int64(n), 1, of}
}

func main() {
	library, err := purego.Dlopen("libwald.so.1", purego.RTLD_NOW)
	if err != nil {
		panic(err)
	}
	purego.RegisterLibFunc(&lastError, library, "wald_last_error")
	purego.RegisterLibFunc(&metricCreate, library, "wald_metric_create")
	purego.RegisterLibFunc(&destroy, library, "wald_destroy")
	purego.RegisterLibFunc(&decideRows, library, "wald_decide_rows")

	runtime.LockOSThread() // a message belongs to the thread whose call failed, and a goroutine may change its thread
	var metric uintptr
	if metricCreate("f1", 1, &metric) != 0 {
		panic(lastError())
	}
	defer destroy(metric)
	for _, p := range [][]float64{{0.9, 0.45, 0.4, 0.1}, {0.9, 1.2}} {
		mask, expected := make([]uint8, len(p)), 0.0
		given := row(unsafe.Pointer(&p[0]), len(p), float64s)
		chosen := row(unsafe.Pointer(&mask[0]), len(p), uint8s)
		if decideRows(metric, 0, given, 0, chosen, &expected, 0) != 0 {
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
