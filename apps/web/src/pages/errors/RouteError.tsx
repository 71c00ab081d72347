/** What the router shows when a page breaks. */
export function RouteError() {
  return <h1>Unexpected Application Error!</h1>;
}
