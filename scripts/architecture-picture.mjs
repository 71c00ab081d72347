// The picture of packages and features in docs/ARCHITECTURE.md, from the order that lint enforces.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './tools.mjs';

const IN_A_BOX = 6;
const PICTURE = /```mermaid\n[\s\S]*?```/;

/** @returns docs/ARCHITECTURE.md with the picture as it should be */
export async function renderArchitecture(page) {
  const { overrides } = JSON.parse(await readFile(path.join(root, '.oxlintrc.json'), 'utf8'));
  const orders = overrides.flatMap(({ rules }) => rules['architecture/feature-order']?.[1] ?? []);
  const orderOf = (app) => orders.find(({ root: folder }) => folder === `apps/${app}/src/features`).order;
  const picture = renderPicture({ web: orderOf('web'), server: orderOf('server') });
  return page.replace(PICTURE, () => `\`\`\`mermaid\n${picture}\n\`\`\``);
}

function renderPicture({ web, server }) {
  return `flowchart TB
  subgraph game["apps/game-bridge: beside each game"]
    bridge-app["bin · config · check"]
    bridge-loop["loop · portal · metrics"]
    bridge-presets["presets: one for each game, and sql"]
    bridge-ground["adapter · receipts · database"]
    bridge-app --> bridge-loop --> bridge-ground
    bridge-app --> bridge-presets --> bridge-ground
  end
  subgraph web["apps/web: the browser side"]
    web-app["app · pages"]
${boxes('web', web)}
    web-ground["api · ui"]
    ${chain('web', web)}
  end
  subgraph server["apps/server: API, pages and worker"]
    server-app["bin · app"]
    simulators["simulators of payments and Twitch"]
${boxes('server', server)}
    server-ground["platform: config · db · http · jobs · …"]
    ${chain('server', server)}
    server-app --> simulators --> server-ground
  end
  contract["packages/contract: endpoints · schemas · pages · permissions"]
  web --> contract
  server --> contract
  game --> contract`;
}

/** From top to bottom, as the reader sees them. */
function boxes(app, order) {
  return bandsOf(order)
    .map((names, index) => `    ${app}-${index + 1}["${names.join(' · ')}"]`)
    .toReversed()
    .join('\n');
}

function chain(app, order) {
  const bands = bandsOf(order).map((_, index) => `${app}-${index + 1}`);
  return [`${app}-app`, ...bands.toReversed(), `${app}-ground`].join(' --> ');
}

function bandsOf(order) {
  return Array.from({ length: Math.ceil(order.length / IN_A_BOX) }, (_, index) =>
    order.slice(index * IN_A_BOX, (index + 1) * IN_A_BOX),
  );
}
