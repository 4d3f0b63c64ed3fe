//! Polynomials and proofs as the community writes them: PAC and LPAC.
