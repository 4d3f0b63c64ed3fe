// Four bits times four bits, unsigned.
module multiplier(input [3:0] a, input [3:0] b, output [7:0] p);
  assign p = a * b;
endmodule
