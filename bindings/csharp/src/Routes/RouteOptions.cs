// What a route is judged by, where nothing else is said.
namespace Wald
{
    public sealed partial class RouteOptions
    {
        // Options with a measure, where they have none themselves.
        internal static RouteOptions Measured(RouteOptions options, RouteMeasure measure)
        {
            if (options?.Measure != null) return options;
            var made = (RouteOptions)options?.Copied() ?? new RouteOptions();
            made.Measure = measure;
            return made;
        }
    }
}
