/**
 * How a form tells its faults: when a field is left, and from then on while it is mended. A moment late, because what
 * takes the focus is often a press on something below: it must not slide away under the pointer.
 */
export const onBlurDeferred = { mode: 'onTouched', delayError: 200 } as const;
