// Everything in one process: serves the portal and works on its jobs.
import '#platform/runtime/require-node.ts';

const { keepCompiledCode } = await import('#platform/files/compiled-code.ts');
keepCompiledCode();
const { runServer } = await import('#app/run-program.ts');
const { startPortal } = await import('#app/start-portal.ts');
const { createBuiltPages } = await import('#app/site/pages.ts');

await runServer((program) =>
  startPortal(program, { createPages: (parts) => createBuiltPages(parts), isWorker: true }),
);
