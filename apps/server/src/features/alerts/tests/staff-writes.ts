import { randomUUID } from 'node:crypto';
import { onRecord, type StaffWriteCase } from '#test/staff-writes.ts';

// It concerns no account.
export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord('sendTestAlert', 'sends a test alert', async () => ({
    body: { requestId: randomUUID() },
  })),
];
