//! Decides four labels for F1 with libwald.so, opened at run time: neither the header nor a crate is needed.
use std::ffi::CStr;
use std::os::raw::{c_char, c_int, c_void};
use std::mem::transmute;
use std::ptr::null_mut;

extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

type LastError = unsafe extern "C" fn() -> *const c_char;
type MetricCreate = unsafe extern "C" fn(*const c_char, i32, *mut *mut c_void) -> i32;
type Destroy = unsafe extern "C" fn(*mut c_void);
type DecideRow = unsafe extern "C" fn(*const c_void, *const f64, i64, *mut u8, *mut f64) -> i32;

fn main() {
    unsafe {
        let library = dlopen(b"libwald.so.1\0".as_ptr().cast(), 2); // RTLD_NOW
        assert!(!library.is_null(), "libwald.so.1 cannot be opened");
        let find = |name: &[u8]| match dlsym(library, name.as_ptr().cast()) {
            found if found.is_null() => panic!("{} is missing", String::from_utf8_lossy(name)),
            found => found,
        };
        let last_error: LastError = transmute(find(b"wald_last_error\0"));
        let metric_create: MetricCreate = transmute(find(b"wald_metric_create\0"));
        let destroy: Destroy = transmute(find(b"wald_destroy\0"));
        let decide_row: DecideRow = transmute(find(b"wald_decide_row\0"));
        let message = || CStr::from_ptr(last_error()).to_string_lossy().into_owned();

        let mut metric = null_mut();
        assert_eq!(metric_create(b"f1\0".as_ptr().cast(), 1, &mut metric), 0, "{}", message());
        for p in [vec![0.9f64, 0.45, 0.4, 0.1], vec![0.9, 1.2]] {
            let (mut mask, mut expected) = (vec![0u8; p.len()], 0.0);
            if decide_row(metric, p.as_ptr(), p.len() as i64, mask.as_mut_ptr(), &mut expected) != 0 {
                println!("error: {}", message());
                continue;
            }
            let labels: String = (0..mask.len()).filter(|&i| mask[i] == 1).map(|i| format!(" {i}")).collect();
            println!("labels:{labels}\nexpected utility: {expected:.6}");
        }
        destroy(metric);
    }
}
