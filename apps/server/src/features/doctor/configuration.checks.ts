import { type Config, ConfigError, readConfig } from '#platform/config/config.ts';
import { type Check, type Observation, ok, problem, warning } from './finding.ts';

type Environment = Record<string, string | undefined>;

/** The configuration, or undefined when it has faults. */
export function readConfigIfValid(environment: Environment): Config | undefined {
  try {
    return readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

export function configurationChecks(environment: Environment): Check[] {
  return [{ name: 'configuration', run: async () => checkConfiguration(environment) }];
}

function checkConfiguration(environment: Environment): Observation[] {
  try {
    const found = observe(readConfig(environment));
    return found.length > 0 ? found : [ok('Every variable is known and valid.')];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { faults, unknownVariables } = error;
    return [
      ...faults.map((fault) =>
        problem({
          what: `${fault}.`,
          why: 'The portal refuses to start.',
          fix: 'Correct the variable; README.md lists all of them.',
        }),
      ),
      ...unknownVariables.map(unknownVariable),
    ];
  }
}

function observe({ mode, modeReason, warnings, unknownVariables }: Config): Observation[] {
  const found = [
    ...unknownVariables.map(unknownVariable),
    ...warnings.map((what) =>
      warning({ what, why: 'The portal works, but not as it should in public.', fix: 'Set the variable.' }),
    ),
  ];
  if (mode === 'public' && modeReason !== 'NODE_ENV is production')
    found.push(
      warning({
        what: 'NODE_ENV is not production.',
        why: 'The strict check of a public portal is off, so a missing variable is not noticed.',
        fix: 'NODE_ENV=production',
      }),
    );
  return found;
}

function unknownVariable(what: string): Observation {
  return warning({ what, why: 'Its value has no effect.', fix: 'Correct its name, or remove it.' });
}
