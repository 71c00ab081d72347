/** About as high as the table next to it. */
export const CHART_HEIGHT_PX = 320;
