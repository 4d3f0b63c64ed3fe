//! Problem files: opened, unpacked, read whole, and told apart by their contents.

use crate::files::is_stream;
use crate::report::Failure;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::StreamingDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use support_limits::Limits;

/// A problem file in memory. The solver and the checker read the same bytes.
pub(crate) struct Problem {
    pub(crate) bytes: Vec<u8>,
    /// The command that unpacks the file, if it was packed.
    pub(crate) unpack: Option<&'static str>,
}

/// What a problem file may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Cnf,
    Aiger,
    SmtLib,
    Btor2,
    Unknown,
}

impl Kind {
    /// What the file is, if it surely is no CNF formula.
    pub(crate) fn other_than_cnf(self) -> Option<&'static str> {
        match self {
            Self::Aiger => Some("an AIGER circuit"),
            Self::SmtLib => Some("an SMT-LIB script"),
            Self::Btor2 => Some("a BTOR2 model"),
            Self::Cnf | Self::Unknown => None,
        }
    }
}

impl Problem {
    /// Reads a file, or standard input for `-`.
    pub(crate) fn read(path: &Path, limits: &Limits) -> Result<Self, Failure> {
        let wrong = |error: io::Error| Failure::Wrong(format!("{}: {error}", path.display()));
        let file: Box<dyn Read> = if is_stream(path) {
            Box::new(io::stdin().lock())
        } else {
            Box::new(File::open(path).map_err(wrong)?)
        };
        let mut reader = BufReader::with_capacity(1 << 16, limits.guard(file));
        let mut first = Vec::new();
        reader.by_ref().take(6).read_to_end(&mut first).map_err(wrong)?;
        if first.starts_with(b"BZh") {
            return Err(wrong(io::Error::other("compressed by bzip2: unpack it first")));
        }
        let packed = PACKED.iter().find(|(magic, ..)| first.starts_with(magic));
        let mut whole = io::Cursor::new(first).chain(reader);
        let mut bytes = Vec::new();
        match packed {
            None => whole.read_to_end(&mut bytes).map(drop),
            Some((_, command, unpack)) => {
                unpack(&mut whole, &mut bytes).map_err(|error| damaged(command, error))
            }
        }
        .map_err(wrong)?;
        Ok(Self { bytes, unpack: packed.map(|&(_, command, _)| command) })
    }

    /// What the first bytes tell.
    pub(crate) fn kind(&self) -> Kind {
        let mut lines = self.bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let first = lines.next().unwrap_or_default();
        let is_comment = |line: &[u8]| matches!(line, [] | [b'c'] | [b'c', b' ' | b'\t', ..]);
        if first.starts_with(b"aag ") || first.starts_with(b"aig ") {
            return Kind::Aiger;
        }
        // Comments of SMT-LIB and of BTOR2 begin alike.
        let mut code = self.bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let code = code.find(|line| !matches!(line.first(), None | Some(b';')));
        let words: Option<Vec<&[u8]>> =
            code.map(|line| line.split(u8::is_ascii_whitespace).take(2).collect());
        if let Some([number, b"sort"]) = words.as_deref()
            && number.iter().all(u8::is_ascii_digit)
        {
            return Kind::Btor2;
        }
        if matches!(first.first(), Some(b'(' | b';')) {
            return Kind::SmtLib;
        }
        let header = std::iter::once(first).chain(lines).find(|line| !is_comment(line));
        match header.and_then(|line| line.strip_prefix(b"p")).map(<[u8]>::trim_ascii_start) {
            Some(rest) if rest.starts_with(b"cnf") => Kind::Cnf,
            _ => Kind::Unknown,
        }
    }
}

type Unpack = fn(&mut dyn BufRead, &mut Vec<u8>) -> io::Result<()>;

/// How packed files begin, and how they are unpacked: by a command and by us.
const PACKED: [(&[u8], &str, Unpack); 3] = [
    (&[0x1f, 0x8b], "gzip -dc", gzip),
    (&[0xfd, b'7', b'z', b'X', b'Z', 0], "xz -dc", xz),
    (&[0x28, 0xb5, 0x2f, 0xfd], "zstd -dc", zstd),
];

fn gzip(packed: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<()> {
    MultiGzDecoder::new(packed).read_to_end(bytes).map(drop)
}

fn xz(packed: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<()> {
    XzReader::new(packed, true).read_to_end(bytes).map(drop)
}

/// A file may hold several frames, one after the other; the decoder leaves it to us to compare
/// their checksums.
fn zstd(packed: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<()> {
    while !packed.fill_buf()?.is_empty() {
        let frame = StreamingDecoder::new(&mut *packed);
        let mut frame = frame.map_err(|error| io::Error::other(error.to_string()))?;
        frame.read_to_end(bytes)?;
        let stated = frame.decoder.get_checksum_from_data();
        if stated.is_some() && stated != frame.decoder.get_calculated_checksum() {
            return Err(io::Error::other("a frame of zstd has a wrong checksum"));
        }
    }
    Ok(())
}

/// What is wrong with a packed file; what the system says stays as it is.
fn damaged(command: &str, error: io::Error) -> io::Error {
    if error.raw_os_error().is_some() {
        return error;
    }
    let packer = command.split(' ').next().unwrap_or_default();
    let why = format!("damaged or cut off, unless '{packer} -t' accepts it: {error}");
    io::Error::new(error.kind(), why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Kind {
        Problem { bytes: text.as_bytes().to_vec(), unpack: None }.kind()
    }

    fn read(name: &str, bytes: &[u8]) -> Result<Problem, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        Problem::read(&path, &Limits::none())
    }

    const FORMULA: &[u8] = b"p cnf 1 2\n1 0\n-1 0\n";
    const GZIP: &str = "1f8b08000000000000032b5048ce4b53305430e2325430e0d2051100cf1eba7113000000";
    const XZ: &str = "fd377a585a000004e6d6b4460200210116000000742fe5a301001270\
        20636e66203120320a3120300a2d3120300a00009600858cac474c5a00012b139c0948d21fb6f37d01\
        0000000004595a";
    const ZSTD: &str = "28b52ffd2413990000 7020636e66203120320a3120300a2d3120300a 09d65dfa";

    fn hex(text: &str) -> Vec<u8> {
        let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let pairs = digits.chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
        pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
    }

    #[test]
    fn packed_files_are_unpacked() {
        for (text, command) in [(GZIP, "gzip -dc"), (XZ, "xz -dc"), (ZSTD, "zstd -dc")] {
            let packed = hex(text);
            let problem = read("packed", &packed).unwrap();
            assert_eq!((problem.bytes.as_slice(), problem.unpack), (FORMULA, Some(command)));
            let twice = read("twice", &[packed.clone(), packed].concat()).unwrap();
            assert_eq!(twice.bytes, [FORMULA, FORMULA].concat(), "{command}");
        }
    }

    #[test]
    fn damaged_packed_files_are_refused() {
        for text in [GZIP, XZ, ZSTD] {
            let packed = hex(text);
            for cut in 7..packed.len() {
                let error = read("cut", &packed[..cut]).map(|_| ()).unwrap_err().to_string();
                assert!(error.contains("cut: damaged or cut off"), "{cut} bytes: {error}");
            }
            for place in 7..packed.len() {
                let mut changed = packed.clone();
                changed[place] ^= 0x10;
                // A header may hold bits that mean nothing; what is read is always the same.
                if let Ok(problem) = read("changed", &changed) {
                    assert_eq!(problem.bytes, FORMULA, "{text} changed at {place}");
                }
            }
        }
        let mut changed = hex(ZSTD);
        *changed.last_mut().unwrap() ^= 1;
        let error = read("sum", &changed).map(|_| ()).unwrap_err().to_string();
        assert!(error.ends_with("a frame of zstd has a wrong checksum"), "{error}");
        let error = read("bzip2", b"BZh91AY").map(|_| ()).unwrap_err().to_string();
        assert!(error.ends_with("bzip2: compressed by bzip2: unpack it first"), "{error}");
    }

    #[test]
    fn files_are_told_apart_by_their_contents() {
        assert_eq!(kind("p cnf 0 0\n"), Kind::Cnf);
        assert_eq!(kind("c\r\nc words\n\n  p  cnf 1 1\n1 0\n"), Kind::Cnf);
        assert_eq!(kind("aag 0 0 0 0 0\n"), Kind::Aiger);
        assert_eq!(kind("aig 0 0 0 0 0\n"), Kind::Aiger);
        assert_eq!(kind("; words\n(set-logic HORN)\n"), Kind::SmtLib);
        assert_eq!(kind("(set-logic HORN)\n"), Kind::SmtLib);
        assert_eq!(kind("; words\n\n1 sort bitvec 8\n"), Kind::Btor2);
        assert_eq!(kind("1 sort bitvec 8\n2 input 1\n"), Kind::Btor2);
        assert_eq!(kind("; words\n"), Kind::SmtLib);
        assert_eq!(kind("1 2 0\n"), Kind::Unknown);
        assert_eq!(kind("cnf 1 1\n"), Kind::Unknown);
        assert_eq!(kind("p wcnf 1 1\n"), Kind::Unknown);
        assert_eq!(kind(""), Kind::Unknown);
    }
}
