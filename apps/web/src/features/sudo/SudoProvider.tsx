import { getFactors } from '@waygate/contract/factors/factors.endpoints';
import type { Factors } from '@waygate/contract/factors/factors.schemas';
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { loadPart } from '#api/load-part.ts';
import type { SudoDialogProps } from './SudoDialog.tsx';
import { SudoContext, type WithSudo } from './sudo.ts';

type Asked = { factors: Factors; Dialog: ComponentType<SudoDialogProps> };

/** Asks who is signed in for every call below it that needs it. The dialog's code is loaded when it is asked for first. */
export function SudoProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const answer = useRef<PromiseWithResolvers<void>>(undefined);
  const finish = useCallback((settle: (waiting: PromiseWithResolvers<void>) => void) => {
    const waiting = answer.current;
    answer.current = undefined;
    setAsked(undefined);
    if (waiting) settle(waiting);
  }, []);
  const ask = useCallback(async () => {
    // Calls that are refused meanwhile wait for the same answer.
    if (answer.current) return answer.current.promise;
    const waiting = Promise.withResolvers<void>();
    answer.current = waiting;
    try {
      const loaded = await loadDialog();
      if (answer.current === waiting) setAsked(loaded);
    } catch (error) {
      finish(({ reject }) => reject(error));
    }
    return waiting.promise;
  }, [finish]);
  const withSudo: WithSudo = useCallback(
    async (send) => {
      try {
        return await send();
      } catch (error) {
        if (!isSudoDue(error)) throw error;
        await ask();
        return await send();
      }
    },
    [ask],
  );
  const cancel = useCallback(() => finish(({ reject }) => reject(cancellation())), [finish]);
  useEffect(() => cancel, [cancel]);
  return (
    <SudoContext value={withSudo}>
      {children}
      {asked && (
        <asked.Dialog
          factors={asked.factors}
          onConfirmed={() => finish(({ resolve }) => resolve())}
          onClose={cancel}
        />
      )}
    </SudoContext>
  );
}

function isSudoDue(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'sudo_required';
}

function cancellation(): DOMException {
  return new DOMException('Nobody confirmed who they are.', 'AbortError');
}

async function loadDialog(): Promise<Asked> {
  const [factors, { SudoDialog }] = await Promise.all([
    call(getFactors, {}),
    loadPart(import('./SudoDialog.tsx')),
  ]);
  return { factors, Dialog: SudoDialog };
}
