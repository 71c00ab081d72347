// Lint rules for the project's own structure: the order of features, their public files, and the size of folders.
import { readdirSync } from 'node:fs';
import path from 'node:path';

const TEST = /(^|\/)tests?\/|\.test\.tsx?$/;
const CODE = /\.tsx?$/;

/**
 * A feature imports only features that stand below it in the list, types and tables included.
 *
 * Options: `root`, the folder of the features; `order`, their names from the ground up; `publicFiles`, whether another
 * feature is imported through `features/<x>/<x>.ts` alone.
 */
const featureOrder = {
  meta: {
    schema: [
      {
        type: 'object',
        properties: {
          root: { type: 'string' },
          order: { type: 'array', items: { type: 'string' }, uniqueItems: true },
          publicFiles: { type: 'boolean' },
        },
        required: ['root', 'order'],
        additionalProperties: false,
      },
    ],
  },
  create(context) {
    const [{ root, order, publicFiles = false }] = context.options;
    const file = featureFile(context.filename, root);
    if (!file || TEST.test(file.rest)) return {};
    const rank = order.indexOf(file.feature);
    return onImport((node, specifier) => {
      if (rank === -1)
        return context.report({ node, message: `'${file.feature}' is missing in the order of ${root}.` });
      const [, feature, rest] = /^#features\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
      if (feature === undefined || feature === file.feature) return undefined;
      if (order.indexOf(feature) === -1)
        return context.report({ node, message: `'${feature}' is missing in the order of ${root}.` });
      if (order.indexOf(feature) > rank)
        return context.report({
          node,
          message: `'${file.feature}' stands below '${feature}' and must not import it. The order is in .oxlintrc.json.`,
        });
      if (publicFiles && rest !== `${feature}.ts`)
        return context.report({ node, message: `Import '${feature}' through ${feature}/${feature}.ts.` });
      return undefined;
    });
  },
};

/** The composition root imports a feature's public file, its routes, jobs and alerts. */
const featureEntrances = {
  create(context) {
    if (TEST.test(context.filename)) return {};
    return onImport((node, specifier) => {
      const [, feature, rest] = /^#features\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
      if (feature === undefined) return;
      if (
        rest === `${feature}.ts` ||
        /(\.routes|\.jobs|\.alerts|\/job-definitions|^job-definitions)\.ts$/.test(rest)
      )
        return;
      context.report({
        node,
        message: `Import '${feature}' through ${feature}/${feature}.ts, its routes, jobs or alerts.`,
      });
    });
  },
};

/** A folder holds at most `max` files of code that are no tests. Reported at the first of them. */
const folderSize = {
  meta: {
    schema: [
      {
        type: 'object',
        properties: { max: { type: 'integer' } },
        required: ['max'],
        additionalProperties: false,
      },
    ],
  },
  create(context) {
    const [{ max }] = context.options;
    return {
      Program(node) {
        const folder = path.dirname(context.filename);
        if (TEST.test(`${folder}/`)) return;
        const files = readdirSync(folder)
          .filter((name) => CODE.test(name) && !TEST.test(name))
          .toSorted();
        if (files.length <= max || files[0] !== path.basename(context.filename)) return;
        context.report({
          node,
          message: `This folder holds ${files.length} files that are no tests; ${max} is the most.`,
        });
      },
    };
  },
};

export default {
  meta: { name: 'architecture' },
  rules: {
    'feature-order': featureOrder,
    'feature-entrances': featureEntrances,
    'folder-size': folderSize,
  },
};

/** Calls `check` with every specifier that a file imports, re-exports or loads. */
function onImport(check) {
  const visit = (node) => {
    if (typeof node.source?.value === 'string') check(node, node.source.value);
  };
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
    // A type written as `import('…')`.
    TSImportType: (node) => {
      const value = node.source?.value ?? node.argument?.literal?.value ?? node.argument?.value;
      if (typeof value === 'string') check(node, value);
    },
  };
}

/** Where a file stands among the features below `root`: the feature's name and the rest of the path. */
function featureFile(filename, root) {
  const parts = filename.split(path.sep).join('/').split(`/${root}/`);
  if (parts.length < 2) return undefined;
  const [feature, ...rest] = (parts.at(-1) ?? '').split('/');
  return { feature, rest: rest.join('/') };
}
