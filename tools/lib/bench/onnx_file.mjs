// An ONNX model as bytes: the few messages of onnx.proto that the graphs here need, in protobuf's wire format.

const utf8 = new TextEncoder();

function varint(value) {
  const bytes = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 128n) return Uint8Array.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 127n) | 128);
  }
}

const joined = (parts) => {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
};

const integer = (field, value) => joined([varint(field * 8), varint(value)]);
const bytes = (field, value) => joined([varint(field * 8 + 2), varint(value.length), value]);
const text = (field, value) => bytes(field, utf8.encode(value));
const float = (field, value) =>
  joined([varint(field * 8 + 5), new Uint8Array(Float32Array.of(value).buffer)]);
const each = (field, list, write) => list.map((item) => write(field, item));

const kFloat = 1; // TensorProto.DataType
const kInt64 = 7;

/** TensorProto from a Float32Array or a list of integers. */
function tensor(name, dims, data) {
  const floats = data instanceof Float32Array;
  const raw = floats ? data : BigInt64Array.from(data, BigInt);
  return joined([
    ...each(1, dims, integer), integer(2, floats ? kFloat : kInt64), text(8, name),
    bytes(9, new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength)),
  ]);
}

/** AttributeProto: a number with a fraction is written {float: n}; integers and lists of them, and texts as they are. */
function attribute(name, value) {
  if (Array.isArray(value)) return joined([text(1, name), ...each(8, value, integer), integer(20, 7)]);
  if (typeof value === 'string') return joined([text(1, name), text(4, value), integer(20, 3)]);
  if (typeof value === 'object') return joined([text(1, name), float(2, value.float), integer(20, 1)]);
  return joined([text(1, name), integer(3, value), integer(20, 2)]);
}

/** ValueInfoProto of a float tensor. */
const valueInfo = (name, dims) =>
  joined([text(1, name), bytes(2, bytes(1, joined([
    integer(1, kFloat), bytes(2, joined(dims.map((size) => bytes(1, integer(1, size))))),
  ])))]);

/** Collects nodes and constants; each node(...) gives the name of its result, or names of its results. */
export class OnnxGraph {
  nodes = [];
  constants = [];
  inputs = [];
  count = 0;

  input(name, dims) {
    this.inputs.push(valueInfo(name, dims));
    return name;
  }
  constant(dims, data) {
    const name = `c${this.count++}`;
    this.constants.push(tensor(name, dims, data));
    return name;
  }
  integers(...list) {
    return this.constant([list.length], list);
  }
  node(type, inputs, attributes = {}, { outputs = 1, domain = '' } = {}) {
    const names = Array.from({ length: outputs }, () => `n${this.count++}`);
    this.nodes.push(joined([
      ...each(1, inputs, text), ...each(2, names, text), text(4, type),
      ...Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value))), text(7, domain),
    ]));
    return outputs === 1 ? names[0] : names;
  }
  /** The model's bytes; `output` is the name of its one result. */
  model(output, dims) {
    const graph = joined([
      ...each(1, this.nodes, bytes), text(2, 'attention'), ...each(5, this.constants, bytes),
      ...each(11, this.inputs, bytes), bytes(12, valueInfo(output, dims)),
    ]);
    const opset = (domain, version) => bytes(8, joined([text(1, domain), integer(2, version)]));
    return joined([integer(1, 8), bytes(7, graph), opset('', 17), opset('com.microsoft', 1)]);
  }
}
