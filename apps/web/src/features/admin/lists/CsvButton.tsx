import type { Endpoint } from '@waygate/contract/endpoint';
import { messageOf } from '#api/api-error.ts';
import { callFile } from '#api/call-file.ts';
import { useSudo } from '#features/sudo/sudo.ts';
import { saveBlob } from '#api/save-blob.ts';
import { useToast } from '#ui/admin/use-toast.ts';
import { ExportButton } from './ExportButton.tsx';

/** Writes all of a list to a file. */
export type CsvEndpoint = Endpoint & { response: 'csv' };

type CsvButtonProps = {
  endpoint: CsvEndpoint;
  caption: string;
  /** The list's search, sort and filters; everything without them. */
  query?: Record<string, string>;
  /** Of the endpoint's path. */
  params?: Record<string, string>;
};

/** Exports all that the list finds as a file that the server writes. */
export function CsvButton({ endpoint, caption, query, params }: CsvButtonProps) {
  const toast = useToast();
  const withSudo = useSudo();
  const { page: _page, pageSize: _pageSize, ...filters } = query ?? {};
  return (
    <ExportButton
      load={async (signal) => {
        // An address may hold any filter; the server rejects unknown ones.
        const input = { query: filters, ...(params && { params }) };
        const { name, blob } = await withSudo(() => callFile(endpoint, input, { signal }));
        return () => {
          saveBlob(name, blob);
          toast(`${caption} exported.`);
        };
      }}
      onFailure={(error) => toast(`The export failed. ${messageOf(error, '')}`.trim(), 'error')}
    />
  );
}
