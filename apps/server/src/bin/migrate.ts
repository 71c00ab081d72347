// Runs the migrations and exits, for deployments that migrate before they start new processes.
import { openMigratedDatabase } from '#app/open-database.ts';
import { runTask } from '#app/run-program.ts';

await runTask(async (program) => {
  const { migrations } = await openMigratedDatabase(program);
  program.print(migrations.length > 0 ? `Migrated: ${migrations.join(', ')}` : 'The schema is up to date.');
});
