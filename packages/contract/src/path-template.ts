/** The parameters of a path such as `/news/:articleId`; of `/reset-password/:token?` it may be left out. */
export type PathParams<Template extends string> = Template extends `${infer Head}/${infer Tail}`
  ? PathParams<Head> & PathParams<Tail>
  : Template extends `:${infer Name}?`
    ? { [N in Name]?: string | number }
    : Template extends `:${infer Name}`
      ? { [N in Name]: string | number }
      : unknown;

/**
 * The path with a value for each of its parameters, each encoded as one segment.
 *
 * @throws Error when a parameter is missing, empty, or a dot segment (`.` and `..`)
 */
export function fillPath(template: string, values: Record<string, unknown>): string {
  return template.replace(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) => {
    const value = values[name];
    if (optional && value === undefined) return '';
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`${template} needs ${name}`);
    // Such a segment would name another address: browsers resolve the dots, encoded or not.
    if (value === '' || value === '.' || value === '..') throw new Error(`${template} needs another ${name}`);
    return `/${encodeURIComponent(value)}`;
  });
}
