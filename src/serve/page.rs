//! The files of the page, which are part of the program.

/// A file as a browser asks for it.
pub(super) struct File {
    /// Below the root of the server.
    pub(super) path: &'static str,
    pub(super) kind: &'static str,
    pub(super) bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const DRAWING: &str = "image/svg+xml";

/// A file of the folder `page`, under its own name.
macro_rules! file {
    ($name:literal, $kind:expr) => {
        File {
            path: concat!("/", $name),
            kind: $kind,
            bytes: include_bytes!(concat!("page/", $name)),
        }
    };
}

/// All of them; the first is also what is at `/`.
pub(super) const FILES: &[File] = &[
    file!("index.html", HTML),
    file!("address.js", SCRIPT),
    file!("analysis.js", SCRIPT),
    file!("announce.js", SCRIPT),
    file!("api.js", SCRIPT),
    file!("board-checkers.js", SCRIPT),
    file!("board-connect4.js", SCRIPT),
    file!("board.css", CSS),
    file!("choices.js", SCRIPT),
    file!("dom.js", SCRIPT),
    file!("drag.js", SCRIPT),
    file!("editor.js", SCRIPT),
    file!("explorer.js", SCRIPT),
    file!("grid.js", SCRIPT),
    file!("history.js", SCRIPT),
    file!("icon.svg", DRAWING),
    file!("keyboard.js", SCRIPT),
    file!("line.js", SCRIPT),
    file!("main.js", SCRIPT),
    file!("notation.js", SCRIPT),
    file!("opponent.js", SCRIPT),
    file!("panel.css", CSS),
    file!("settings.js", SCRIPT),
    file!("share.js", SCRIPT),
    file!("style.css", CSS),
    file!("tables.css", CSS),
    file!("tables.js", SCRIPT),
    file!("theme.js", SCRIPT),
    file!("verdict.js", SCRIPT),
    file!("words.js", SCRIPT),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::FILES;

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
        let found: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| format!("/{}", entry.unwrap().file_name().into_string().unwrap()))
            .collect();
        let served: BTreeSet<String> = FILES.iter().map(|file| file.path.to_owned()).collect();
        assert_eq!(found, served);
    }

    #[test]
    fn the_page_asks_nobody_else() {
        for file in FILES {
            let text = std::str::from_utf8(file.bytes).unwrap();
            for (at, _) in text.match_indices("://") {
                let around = &text[at.saturating_sub(6)..(at + 20).min(text.len())];
                // The name of a vocabulary, not an address that is asked.
                assert!(around.contains("www.w3.org"), "{}: {around}", file.path);
            }
        }
    }
}
