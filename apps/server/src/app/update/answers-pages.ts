const ANSWER_WITHIN_MS = 5000;
/** The database is reached, and a page is rendered. */
const PATHS = ['/readyz', '/'];

/** Whether a process answers that it is ready, and with its landing page. @param localOrigin such as http://127.0.0.1:3000 */
export async function answersPages(localOrigin: string): Promise<boolean> {
  const answers = await Promise.all(PATHS.map((path) => answersWell(`${localOrigin}${path}`)));
  return answers.every(Boolean);
}

async function answersWell(address: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(address, { redirect: 'manual', signal });
    // A page that breaks off in the middle is none.
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
