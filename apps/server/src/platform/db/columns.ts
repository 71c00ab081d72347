import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A column of bytes, read and written as a Buffer. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A `timestamptz` column, read as a Date. */
export const time = (name: string) => timestamp(name, { withTimezone: true });
