// Relaxed SIMD: the engine's kernels multiply and add in one instruction, where the machine has one. There are two
// binaries of each program, and one of them is loaded.

/** (func (result v128)) of an f32x4.relaxed_madd: valid only where there is relaxed SIMD. */
const kProbe = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0,
  65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11);

/** Whether this browser, or Node, takes the relaxed binary. */
export const hasRelaxedSimd = () => WebAssembly.validate(kProbe);
