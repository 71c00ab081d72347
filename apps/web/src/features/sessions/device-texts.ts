import { Laptop, type LucideIcon, Smartphone } from 'lucide-react';

const PHONE = /android|iphone|ipad|ios/i;

/** A browser as its player knows it. */
export function deviceName(browser: string | null): string {
  return browser ?? 'Unknown browser';
}

export function deviceIcon(browser: string | null): LucideIcon {
  return browser !== null && PHONE.test(browser) ? Smartphone : Laptop;
}
