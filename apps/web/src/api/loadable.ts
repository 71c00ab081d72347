import { ApiError, messageOf } from './api-error.ts';

/** Something that is fetched: on its way, failed, or here. */
export type Loadable<T> =
  | { status: 'loading' }
  | { status: 'failed'; message: string; httpStatus: number }
  | { status: 'loaded'; value: T };

/** Waits for the value, or for the sentence that says why it is not there. Never rejects. */
export async function settle<T>(loading: Promise<T>, fallbackMessage: string): Promise<Loadable<T>> {
  try {
    return { status: 'loaded', value: await loading };
  } catch (error) {
    const httpStatus = error instanceof ApiError ? error.status : 500;
    return { status: 'failed', message: messageOf(error, fallbackMessage), httpStatus };
  }
}
