// Written by bindings/generate from the rows of the core: do not edit.
// A handle for each noun of the C interface, named as there, by which SWIG finds it. None stands for NULL.
namespace Wald
{
    internal sealed partial class wald_options : NativeHandle
    {
        internal static readonly wald_options None = new wald_options();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_metric : NativeHandle
    {
        internal static readonly wald_metric None = new wald_metric();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_estimator : NativeHandle
    {
        internal static readonly wald_estimator None = new wald_estimator();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_decision : NativeHandle
    {
        internal static readonly wald_decision None = new wald_decision();

        protected override void Destroy() => Give();
    }

    internal sealed partial class wald_table_pass : NativeHandle
    {
        internal static readonly wald_table_pass None = new wald_table_pass();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_distribution : NativeHandle
    {
        internal static readonly wald_distribution None = new wald_distribution();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_report : NativeHandle
    {
        internal static readonly wald_report None = new wald_report();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_sample : NativeHandle
    {
        internal static readonly wald_sample None = new wald_sample();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_thresholds : NativeHandle
    {
        internal static readonly wald_thresholds None = new wald_thresholds();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_threshold_pass : NativeHandle
    {
        internal static readonly wald_threshold_pass None = new wald_threshold_pass();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_frontier : NativeHandle
    {
        internal static readonly wald_frontier None = new wald_frontier();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_cascade_scores : NativeHandle
    {
        internal static readonly wald_cascade_scores None = new wald_cascade_scores();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_cascade : NativeHandle
    {
        internal static readonly wald_cascade None = new wald_cascade();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_cascade_run : NativeHandle
    {
        internal static readonly wald_cascade_run None = new wald_cascade_run();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_trees : NativeHandle
    {
        internal static readonly wald_trees None = new wald_trees();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_labelling : NativeHandle
    {
        internal static readonly wald_labelling None = new wald_labelling();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_dataset : NativeHandle
    {
        internal static readonly wald_dataset None = new wald_dataset();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_learner : NativeHandle
    {
        internal static readonly wald_learner None = new wald_learner();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_calibration : NativeHandle
    {
        internal static readonly wald_calibration None = new wald_calibration();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_stages : NativeHandle
    {
        internal static readonly wald_stages None = new wald_stages();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_route : NativeHandle
    {
        internal static readonly wald_route None = new wald_route();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_zone : NativeHandle
    {
        internal static readonly wald_zone None = new wald_zone();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_multipliers : NativeHandle
    {
        internal static readonly wald_multipliers None = new wald_multipliers();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_labels : NativeHandle
    {
        internal static readonly wald_labels None = new wald_labels();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_segments : NativeHandle
    {
        internal static readonly wald_segments None = new wald_segments();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_decision_curve : NativeHandle
    {
        internal static readonly wald_decision_curve None = new wald_decision_curve();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_reliability : NativeHandle
    {
        internal static readonly wald_reliability None = new wald_reliability();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_comparison : NativeHandle
    {
        internal static readonly wald_comparison None = new wald_comparison();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_worth : NativeHandle
    {
        internal static readonly wald_worth None = new wald_worth();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_expectation : NativeHandle
    {
        internal static readonly wald_expectation None = new wald_expectation();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_cascade_evaluation : NativeHandle
    {
        internal static readonly wald_cascade_evaluation None = new wald_cascade_evaluation();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_route_evaluation : NativeHandle
    {
        internal static readonly wald_route_evaluation None = new wald_route_evaluation();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_threshold_evaluation : NativeHandle
    {
        internal static readonly wald_threshold_evaluation None = new wald_threshold_evaluation();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_promise : NativeHandle
    {
        internal static readonly wald_promise None = new wald_promise();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_performance : NativeHandle
    {
        internal static readonly wald_performance None = new wald_performance();

        protected override void Destroy() => Native.wald_destroy(handle);
    }

    internal sealed partial class wald_prevalence : NativeHandle
    {
        internal static readonly wald_prevalence None = new wald_prevalence();

        protected override void Destroy() => Native.wald_destroy(handle);
    }
}
