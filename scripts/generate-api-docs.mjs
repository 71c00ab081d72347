// Writes docs/API.md from the contract, the picture of docs/ARCHITECTURE.md from the order of features, the lists of
// docs/OPERATIONS.md from the code of payments and alerts, docs/privacy.md from what is stored about people, and README.md's settings and deploy/.env.example from the configuration.
// With --check, only says whether they are up to date.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { toJSONSchema } from 'zod';
import { addressInWords, accessInWords, limitInWords } from '@waygate/contract/endpoint-words';
import { ERROR_CODES } from '@waygate/contract/errors';
import { renderAlerts } from './alert-table.mjs';
import { renderArchitecture } from './architecture-picture.mjs';
import { renderOperations } from './operations-lists.mjs';
import { renderPrivacy } from './privacy-page.mjs';
import { renderExample, renderReadme } from './settings-lists.mjs';
import { root } from './tools.mjs';

const target = path.join(root, 'docs/API.md');
const contract = path.join(root, 'packages/contract/src');

const architecture = path.join(root, 'docs/ARCHITECTURE.md');

const operations = path.join(root, 'docs/OPERATIONS.md');

const readme = path.join(root, 'README.md');

const written = await readPage(architecture);
const pages = [
  [target, await renderDocument()],
  [architecture, await renderArchitecture(written)],
  [operations, renderAlerts(renderOperations(await readPage(operations)))],
  [path.join(root, 'docs/privacy.md'), renderPrivacy()],
  [readme, renderReadme(await readPage(readme))],
  [path.join(root, 'deploy/.env.example'), renderExample()],
];
for (const [page, text] of pages) {
  if (!process.argv.includes('--check')) await writeFile(page, text);
  else if ((await readPage(page)) !== text) {
    console.error(`${path.relative(root, page)} is stale: run npm run docs:api`);
    process.exitCode = 1;
  }
}

async function readPage(page) {
  return (await readFile(page, 'utf8').catch(() => '')).replaceAll('\r\n', '\n');
}

async function renderDocument() {
  const files = await readdir(contract, { recursive: true });
  const features = files.filter((file) => file.endsWith('.endpoints.ts')).toSorted();
  const sections = await Promise.all(features.map(renderFeature));
  return `${introduction()}\n${sections.join('\n')}`;
}

function introduction() {
  const codes = ERROR_CODES.map((code) => `\`${code}\``).join(', ');
  return `# The API

Written by \`node scripts/generate-api-docs.mjs\` from \`packages/contract\`: do not edit it by hand. A running portal
shows the same at \`/api/docs\`, and as OpenAPI at \`/api/docs/json\`; in production only with \`API_DOCS=on\`.

- Bodies are JSON. Where a \`form\` is named, they are multipart form data with the body's fields as text, and the file of
  at most 5 MiB; without the file, JSON will do too. A signed-in account sends \`Authorization: Bearer {accessToken}\`.
- Every answer from status 400 up is \`{ code, message, fields?, requestId }\`. \`message\` is for the person; branch on
  \`code\`: ${codes}.
- Status 429 and 503 say by \`Retry-After\` when to come back.
- In the shapes, \`?\` marks what may be missing, and \`string(3..20)\` a text of so many characters.
`;
}

async function renderFeature(file) {
  const stated = Object.values(await import(pathToFileURL(path.join(contract, file)).href));
  const endpoints = stated.toSorted((a, b) =>
    `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`, 'en'),
  );
  const rows = endpoints.map((endpoint) => `| ${columns(endpoint).join(' | ')} |`);
  return [
    `## ${titleOf(file)}\n`,
    '| Endpoint | For | At most | What it does |\n| --- | --- | --- | --- |',
    ...rows,
    `\n\`\`\`ts\n${endpoints.map(renderShapes).join('\n\n')}\n\`\`\`\n`,
  ].join('\n');
}

function titleOf(file) {
  const words = path.basename(file, '.endpoints.ts').replaceAll(/[-.]/g, ' ');
  return words[0].toUpperCase() + words.slice(1);
}

function columns(endpoint) {
  const { access, sudo, limit, summary, isCacheable } = endpoint;
  const caching = isCacheable ? ' Carries an ETag.' : '';
  return [
    `\`${addressInWords(endpoint)}\``,
    accessInWords(access, sudo),
    limit ? limitInWords(limit) : '',
    summary + caching,
  ].map((cell) => cell.replaceAll('|', '\\|'));
}

function renderShapes(endpoint) {
  const inputs = ['params', 'query', 'body']
    .filter((part) => endpoint[part])
    .map((part) => `${part}: ${renderSchema(toJSONSchema(endpoint[part], jsonOptions('input')))}`);
  const upload = endpoint.upload ? [renderUpload(endpoint.upload)] : [];
  return [`// ${addressInWords(endpoint)}`, ...inputs, ...upload, renderResponse(endpoint.response)].join(
    '\n',
  );
}

function renderUpload({ field, isRequired }) {
  return `form: { ${field}${isRequired ? '' : '?'}: file }`;
}

function renderResponse(response) {
  if (response === 'empty') return '→ 204';
  if (response === 'csv') return '→ 200 with a CSV file';
  if (response === 'zip') return '→ 200 with a ZIP file';
  if (response === 'redirect') return '→ 302 with Location';
  return `→ 200 ${renderSchema(toJSONSchema(response, jsonOptions('output')))}`;
}

function jsonOptions(io) {
  return { io, unrepresentable: 'any' };
}

function renderSchema(schema, indent = '') {
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return union.map((one) => renderSchema(one, indent)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => renderSchema({ ...schema, type }, indent)).join(' | ');
  }
  if (schema.type === 'array') return renderArray(schema.items, indent);
  if (schema.type === 'object') return renderObject(schema, indent);
  if (schema.type === 'string') return renderString(schema);
  return schema.type ?? 'any';
}

function renderArray(items, indent) {
  const item = renderSchema(items, indent);
  const isUnion = items.anyOf || items.oneOf || items.enum || Array.isArray(items.type);
  return isUnion ? `(${item})[]` : `${item}[]`;
}

function renderObject({ properties, required = [], additionalProperties }, indent) {
  if (!properties) return `Record<string, ${renderSchema(additionalProperties ?? {}, indent)}>`;
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${renderSchema(schema, inner)}`,
  );
  const line = `{ ${fields.join('; ')} }`;
  if (line.length <= 80 && !line.includes('\n')) return line;
  return `{\n${fields.map((field) => `${inner}${field};`).join('\n')}\n${indent}}`;
}

function renderString({ format, minLength, maxLength }) {
  if (format) return `string(${format})`;
  if (minLength || maxLength) return `string(${minLength || ''}..${maxLength ?? ''})`;
  return 'string';
}
