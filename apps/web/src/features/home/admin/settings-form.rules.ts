import type { CallInput } from '@waygate/contract/endpoint';
import type { updateSiteSettings } from '@waygate/contract/home/home.admin.endpoints';
import type { SiteSettings } from '@waygate/contract/home/home.admin.schemas';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import { serverTime } from '#features/admin/records/server-time.ts';
import { toLocalInput } from '#ui/admin/fields/local-date-time.ts';

/** One of the system requirements. */
export type RequirementForm = {
  /** Identifies the row when it is moved. */
  key: number;
  name: string;
  minimum: string;
  recommended: string;
};

/** The settings' form: times in ISO 8601, '' for none. */
export type SettingsForm = {
  maintenanceText: string;
  maintenanceEnd: string;
  featuredProductId: string;
  clientVersion: string;
  requirements: RequirementForm[];
};

let lastKey = 0;

export function emptyRequirement(): RequirementForm {
  lastKey += 1;
  return { key: lastKey, name: '', minimum: '', recommended: '' };
}

export function settingsFormOf(settings: SiteSettings): SettingsForm {
  return {
    maintenanceText: settings.maintenanceText,
    maintenanceEnd: settings.maintenanceEnd ?? '',
    featuredProductId: settings.featuredProductId === null ? '' : String(settings.featuredProductId),
    clientVersion: settings.clientVersion,
    requirements: settings.requirements.map((requirement) => ({ ...emptyRequirement(), ...requirement })),
  };
}

/** The form as a draft has it. Rows get new keys when they are read, since those of another visit may be in use. */
export const settingsAsTexts = {
  write: ({ requirements, ...form }: SettingsForm): Record<string, string> => ({
    ...form,
    requirements: JSON.stringify(requirements.map(textsOfRow)),
  }),
  read: ({ requirements, ...texts }: Record<string, string>): Partial<SettingsForm> => ({
    ...texts,
    ...(requirements !== undefined && { requirements: rowsIn(requirements) }),
  }),
};

/** Written by `write`. */
function rowsIn(text: string): RequirementForm[] {
  const rows = JSON.parse(text) as Omit<RequirementForm, 'key'>[];
  return rows.map((row) => ({ ...emptyRequirement(), ...row }));
}

function textsOfRow({ name, minimum, recommended }: Omit<RequirementForm, 'key'>) {
  return { name, minimum, recommended };
}

/** The request body; pasted line breaks become spaces. */
export function settingsBodyOf(
  form: SettingsForm,
  revision: number | undefined,
): CallInput<typeof updateSiteSettings>['body'] {
  return {
    maintenanceText: inOneLine(form.maintenanceText),
    maintenanceEnd: serverTime(form.maintenanceEnd),
    featuredProductId: form.featuredProductId === '' ? null : Number(form.featuredProductId),
    clientVersion: form.clientVersion.trim(),
    requirements: form.requirements.map(({ name, minimum, recommended }) => ({
      name: name.trim(),
      minimum: minimum.trim(),
      recommended: recommended.trim(),
    })),
    ...(revision !== undefined && { revision }),
  };
}

/** The fields shown in a conflict. */
export function comparedSettings(nameOf: (productId: string) => string): ConflictField<SettingsForm>[] {
  return [
    { label: 'Maintenance notice', value: ({ maintenanceText }) => maintenanceText || 'None' },
    {
      label: 'Expected end',
      value: ({ maintenanceEnd }) => toLocalInput(maintenanceEnd).replace('T', ' ') || 'None',
    },
    { label: 'Featured product', value: ({ featuredProductId }) => nameOf(featuredProductId) },
    { label: "Client's version", value: ({ clientVersion }) => clientVersion || 'None' },
    {
      label: 'System requirements',
      value: ({ requirements }) =>
        requirements
          .map(({ name, minimum, recommended }) => `${name}: ${minimum || '–'} / ${recommended || '–'}`)
          .join(', ') || 'None',
    },
  ];
}
