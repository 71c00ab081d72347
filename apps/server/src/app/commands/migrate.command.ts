import { openMigratedDatabase } from '#app/open-database.ts';
import { runTask } from '#app/run-program.ts';
import type { Arguments } from './command.ts';

/** For deployments that migrate before they start new processes. */
export function migrate({ values }: Arguments): Promise<void> {
  return runTask(
    async (program) => {
      const { migrations } = await openMigratedDatabase(program);
      if (program.printResult({ migrations })) return;
      program.print(
        migrations.length > 0 ? `Migrated: ${migrations.join(', ')}` : 'The schema is up to date.',
      );
    },
    { isJson: values.json === true },
  );
}
