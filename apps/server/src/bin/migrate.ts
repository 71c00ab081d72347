// Brings the schema up to date and ends: for a deployment that migrates before it starts new processes.
import { openMigratedDatabase } from '#app/open-database.ts';
import { runTask } from '#app/run-program.ts';

await runTask(async (program) => {
  const { migrations } = await openMigratedDatabase(program);
  program.tell(migrations.length > 0 ? `Migrated: ${migrations.join(', ')}` : 'The schema is up to date.');
});
