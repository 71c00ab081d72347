import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '#api/session.ts';
import { findOrigin } from '#features/paths/origin.ts';

/** Sends a signed-in player to the page they came from. */
export function useSendOnSignedIn(): void {
  const isSignedIn = useSession() !== null;
  const origin = findOrigin(useLocation().state);
  const navigate = useNavigate();
  useEffect(() => {
    if (isSignedIn) void navigate(origin, { replace: true });
  }, [isSignedIn, origin, navigate]);
}
