//! As much of JSON Schema as the description uses.

use serde_json::Value;

/// A schema and the document that its references are into.
pub(super) struct Schema<'a> {
    document: &'a Value,
    schema: &'a Value,
}

impl<'a> Schema<'a> {
    pub(super) fn new(document: &'a Value, schema: &'a Value) -> Self {
        Self { document, schema }
    }

    /// The schema of that name among the components.
    pub(super) fn named(document: &'a Value, name: &str) -> Self {
        Self::new(document, &document["components"]["schemas"][name])
    }

    fn at(&self, schema: &'a Value) -> Self {
        Self { document: self.document, schema }
    }

    /// What a value is against the schema; nothing if it fits. `path` says where the value is.
    pub(super) fn complaints(&self, value: &Value, path: &str) -> Vec<String> {
        if let Some(reference) = self.schema["$ref"].as_str() {
            let pointer = reference.strip_prefix('#').expect("a reference into the document");
            let schema = self.document.pointer(pointer).expect("what is referred to");
            return self.at(schema).complaints(value, path);
        }
        if let Some(choices) = self.schema["oneOf"].as_array() {
            let all = choices.iter().map(|choice| self.at(choice).complaints(value, path));
            let all: Vec<_> = all.collect();
            let fitting = all.iter().filter(|complaints| complaints.is_empty()).count();
            return if fitting == 1 { Vec::new() } else { all.concat() };
        }
        if let Some(allowed) = self.schema["enum"].as_array()
            && !allowed.contains(value)
        {
            return vec![format!("{path}: {value} is none of {allowed:?}")];
        }
        let types = match &self.schema["type"] {
            Value::String(one) => vec![one.as_str()],
            Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if !types.is_empty() && !types.iter().any(|of| is_of_type(value, of)) {
            return vec![format!("{path}: {value} is not {types:?}")];
        }
        match value {
            Value::Object(fields) => self.fields(fields, path),
            Value::Array(items) => {
                let of_item = self.at(&self.schema["items"]);
                let item =
                    |(i, item): (usize, &Value)| of_item.complaints(item, &format!("{path}[{i}]"));
                items.iter().enumerate().flat_map(item).collect()
            }
            _ => Vec::new(),
        }
    }

    fn fields(&self, fields: &serde_json::Map<String, Value>, path: &str) -> Vec<String> {
        let mut complaints = Vec::new();
        let required = self.schema["required"].as_array();
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                complaints.push(format!("{path}: {name} is missing"));
            }
        }
        for (name, value) in fields {
            match self.schema["properties"].get(name) {
                Some(schema) => {
                    let path = format!("{path}.{name}");
                    complaints.extend(self.at(schema).complaints(value, &path));
                }
                None => complaints.push(format!("{path}: {name} is not described")),
            }
        }
        complaints
    }
}

fn is_of_type(value: &Value, of: &str) -> bool {
    match of {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}
