// Decides four labels for F1 with libwald.so, opened at run time: neither the header nor a C compiler is needed.
package main

import (
	"fmt"
	"runtime"

	"github.com/ebitengine/purego"
)

var (
	lastError    func() string
	metricCreate func(name string, zeroDivision int32, out *uintptr) int32
	destroy      func(metric uintptr)
	decideRow    func(metric uintptr, p *float64, n int64, mask *uint8, expected *float64) int32
)

func main() {
	library, err := purego.Dlopen("libwald.so.1", purego.RTLD_NOW)
	if err != nil {
		panic(err)
	}
	purego.RegisterLibFunc(&lastError, library, "wald_last_error")
	purego.RegisterLibFunc(&metricCreate, library, "wald_metric_create")
	purego.RegisterLibFunc(&destroy, library, "wald_destroy")
	purego.RegisterLibFunc(&decideRow, library, "wald_decide_row")

	runtime.LockOSThread() // a message belongs to the thread whose call failed, and a goroutine may change its thread
	var metric uintptr
	if metricCreate("f1", 1, &metric) != 0 {
		panic(lastError())
	}
	defer destroy(metric)
	for _, p := range [][]float64{{0.9, 0.45, 0.4, 0.1}, {0.9, 1.2}} {
		mask, expected := make([]uint8, len(p)), 0.0
		if decideRow(metric, &p[0], int64(len(p)), &mask[0], &expected) != 0 {
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
