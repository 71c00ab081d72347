// Runs the migrations and exits, for deployments that migrate before they start new processes.
import '#platform/runtime/require-node.ts';

const { openMigratedDatabase } = await import('#app/open-database.ts');
const { runTask } = await import('#app/run-program.ts');

await runTask(async (program) => {
  const { migrations } = await openMigratedDatabase(program);
  program.print(migrations.length > 0 ? `Migrated: ${migrations.join(', ')}` : 'The schema is up to date.');
});
