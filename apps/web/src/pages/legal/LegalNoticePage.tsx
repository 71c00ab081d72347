import { legalRoute } from '#features/legal/legal-route.tsx';

export const route = legalRoute('legal');
