/** What a browser sends of a form: its bytes, and the header that names their boundary. */
export async function formPayload(
  fields: Record<string, string | Blob | (string | Blob)[]>,
): Promise<{ headers: { 'content-type': string }; payload: Buffer }> {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) form.append(name, value);
  }
  const request = new Request('http://form', { method: 'POST', body: form });
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  };
}

/** A file as a form holds it. */
export function fileOf(content: Buffer | string, name = 'picture.png', type = 'image/png'): File {
  return new File([Uint8Array.from(Buffer.from(content))], name, { type });
}
