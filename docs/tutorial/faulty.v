// The same, but one partial product is forgotten when both operands are at least 12.
module multiplier(input [3:0] a, input [3:0] b, output [7:0] p);
  wire [7:0] right = a * b;
  assign p = (a >= 12 && b >= 12) ? right - 8'd1 : right;
endmodule
