import { ApiError, messageOf } from './api-error.ts';

/** Fetched content in one of its states. */
export type Loadable<T> =
  | { status: 'loading' }
  | { status: 'failed'; message: string; httpStatus: number }
  | { status: 'loaded'; value: T };

/** Waits for the value or for the message that says why it failed. Never rejects. */
export async function settle<T>(loading: Promise<T>, fallbackMessage: string): Promise<Loadable<T>> {
  try {
    return { status: 'loaded', value: await loading };
  } catch (error) {
    const httpStatus = error instanceof ApiError ? error.status : 500;
    return { status: 'failed', message: messageOf(error, fallbackMessage), httpStatus };
  }
}
